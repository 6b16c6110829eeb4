The report for build servers: a suite a file, a case a property. What is open is an error there.

$ proofmark check tests/cli/parts/sensor.c --quiet --property record.bounds.1 --property main.overflow.1 --junit /dev/stdout
? 10

The report for build servers: a suite a file, a case a property. What is open is an error there.

$ proofmark check tests/cli/parts/sensor.c --quiet --property record.bounds.1 --property main.overflow.1 --junit /dev/stdout
? 10
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="Proofmark 0.1.0" tests="2" failures="1" errors="0">
  <testsuite name="tests/cli/parts/sensor.c" tests="2" failures="1" errors="0">
    <testcase classname="record" name="record.bounds.1" file="tests/cli/parts/sensor.c" line="13">
      <failure message="array index in bounds in s-&gt;samples[index]">because: index 4, array has 4 elements
inputs: count=5</failure>
    </testcase>
    <testcase classname="main" name="main.overflow.1" file="tests/cli/parts/sensor.c" line="29"/>
  </testsuite>
</testsuites>
tests/cli/parts/sensor.c function record
[record.bounds.1] line 13 array index in bounds in s->samples[index]: FAILURE
  because: index 4, array has 4 elements
  inputs: count=5

VERIFICATION FAILED

Flags of a compiler that change what C means are honoured, or refused by name; on our own command line, behind `--cc`, and in a database.

$ proofmark check -q tests/cli/parts/flags/char.c
? 0
TBD
$ proofmark check -q -funsigned-char tests/cli/parts/flags/char.c
? 10
TBD
$ proofmark check -q --cc "gcc -funsigned-char" tests/cli/parts/flags/char.c
? 10
TBD
$ proofmark check -q --compile-commands tests/cli/parts/flags/unsigned_char.json
? 10
TBD
$ proofmark check -q --compile-commands tests/cli/parts/flags/unsigned_char.json -fsigned-char
? 0
TBD
$ proofmark check --compile-commands tests/cli/parts/flags/mixed.json
? 2
TBD
$ proofmark check --compile-commands tests/cli/parts/flags/arm.json --32
? 2
TBD
$ proofmark check --compile-commands tests/cli/parts/flags/fast.json
? 2
TBD
$ proofmark check --compile-commands tests/cli/parts/flags/response.json
? 2
TBD
$ proofmark check --compile-commands tests/cli/parts/flags/escape.json
? 2
TBD
$ proofmark check -mlong-double-64 tests/cli/parts/flags/char.c
? 2
TBD
$ proofmark check -ffast-math tests/cli/parts/flags/char.c
? 2
TBD
$ proofmark check -fPIC tests/cli/parts/flags/char.c
? 2
TBD
$ proofmark check -m32 tests/cli/parts/flags/char.c
? 2
TBD
$ proofmark check --cc "gcc -m16" tests/cli/parts/flags/char.c
? 2
TBD
$ proofmark check tests/cli/parts/flags/wrap.c -fwrapv
? 10
TBD
$ proofmark check -q tests/cli/parts/flags/wrap.c -fwrapv --signed-overflow-check
? 10
TBD
$ proofmark check tests/cli/parts/flags/wrap.c -ftrapv --no-signed-overflow-check
? 2
TBD

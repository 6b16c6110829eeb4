Sources and their flags from a compilation database: all of its C files, or those that are named.

$ proofmark check --compile-commands tests/cli/parts/database/compile_commands.json --32
? 10
...
[main.assertion.1] line 9 assertion pump(level) <= LIMIT + STEP && sizeof name == 5: SUCCESS
[main.assertion.2] line 10 assertion pump(level) <= LIMIT: FAILURE
...
VERIFICATION FAILED
proofmark: note: tests/cli/parts/database/start.S is left out: it is no C source
proofmark: note: tests/cli/parts/database/main.c has several entries: the first is used

$ proofmark show loops --compile-commands tests/cli/parts/database/compile_commands.json tests/cli/parts/database/pump.c --function pump
? 0
...
$ proofmark check --compile-commands tests/cli/parts/database/compile_commands.json tests/cli/parts/overflow.c
? 2
error: tests/cli/parts/database/compile_commands.json: tests/cli/parts/overflow.c is not in it

$ proofmark check --compile-commands tests/cli/parts/database/include/config.h
? 2
error: tests/cli/parts/database/include/config.h: expected value at line 1 column 1

$ proofmark check --compile-commands tests/cli/no_such_database.json
? 2
error: tests/cli/no_such_database.json: No such file or directory (os error 2)

$ proofmark check
? 1
...

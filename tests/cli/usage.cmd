Mistakes on the command line exit with 1, missing input with 2.

$ proofmark run
? 1
...
$ proofmark no-such-command
? 1
...
$ proofmark run tests/cli/parts/no_such_file.c
? 2
...
$ proofmark run --no-such-option tests/cli/parts/two_loops.c
? 1
...
$ proofmark run --32 --64 tests/cli/parts/two_loops.c
? 1
...
$ proofmark run --mmio 0:4 tests/cli/parts/two_loops.c
? 1
...
$ proofmark run --32 --mmio 0x100000000:4 tests/cli/parts/two_loops.c
? 1
...
$ proofmark run --inputs tests/cli/no_such_inputs tests/cli/parts/two_loops.c
? 2
...
$ proofmark run tests/cli/parts/two_loops.c

Names and texts of a project are read as what they are: `@file` is a file, and nothing looks like a line of Proofmark's.

$ proofmark check tests/cli/parts/hostile/@arguments.c
? 10
TBD
$ proofmark check --compile-commands tests/cli/parts/hostile/include.json
? 0
TBD
$ proofmark check tests/cli/parts/hostile/lines.c
? 10
TBD
$ proofmark check tests/cli/parts/hostile/static_assert.c
? 2
TBD
$ proofmark check tests/cli/parts/hostile/bidi.c
? 2
TBD
$ proofmark check --timeout 1 tests/cli/parts/hostile/twice.c
? 5
TBD
$ proofmark check --timeout 1 --memlimit 1g tests/cli/parts/hostile/doubling.c
? 5
TBD
$ proofmark run --inputs /dev/zero tests/cli/parts/overflow.c
? 2
TBD

Input that is no program, or too much of one, is refused with its place; nothing hangs or crashes.

$ proofmark check tests/cli/parts/deep.c
? 2
...
$ proofmark check tests/cli/parts/too_large.c
? 2
...
$ proofmark check tests/cli/parts/large.c
? 0
...
$ proofmark check tests/cli/parts/includes_itself.c
? 2
...
$ proofmark check tests/cli/parts/nul.c
? 2
...
$ proofmark check tests/cli/parts/binary.c
? 2
...
$ proofmark check tests/cli/parts/open_comment.c
? 2
...
$ proofmark check tests/cli/parts
? 2
error: cannot read tests/cli/parts: it is not a file

$ proofmark check /dev/null
? 2
...
$ proofmark check /dev/zero
? 2
error: cannot read /dev/zero: it has more than 512 MiB

$ proofmark check --engine bmc tests/cli/parts/endless_recursion.c
? 5
...
VERIFICATION INCONCLUSIVE

A report or file that cannot be written is exit code 6, whatever the verdict is.

$ proofmark check tests/cli/parts/overflow.c --harness /dev/full
? 6
...
VERIFICATION FAILED
proofmark: cannot write /dev/full: No space left on device (os error 28)

$ proofmark check tests/cli/parts/overflow.c --harness tests/cli/parts
? 6
...
VERIFICATION FAILED
proofmark: cannot write tests/cli/parts: Is a directory (os error 21)

$ proofmark check tests/cli/parts/overflow.c --harness tests/cli/no_such_folder/harness.c
? 6
...
VERIFICATION FAILED
proofmark: cannot write tests/cli/no_such_folder/harness.c: No such file or directory (os error 2)

$ proofmark check tests/cli/parts/overflow.c --dimacs /dev/full
? 6
...
VERIFICATION FAILED
proofmark: cannot write /dev/full: No space left on device (os error 28)

A property file is judged by what it says, not by its name.

$ proofmark svcomp --property tests/cli/parts/prp/unreach-call.prp --data-model LP64 tests/cli/parts/prp/overflow.c
? 10
TBD
$ proofmark svcomp --property unreach-call --data-model LP64 tests/cli/parts/prp/overflow.c
? 10
TBD
$ proofmark svcomp --property tests/cli/parts/prp/mem.prp --data-model LP64 tests/cli/parts/prp/overflow.c
? 0
TBD
$ proofmark svcomp --property tests/cli/parts/prp/other.prp --data-model LP64 tests/cli/parts/prp/overflow.c
? 2
TBD
$ proofmark svcomp --property tests/cli/parts/prp/overflow.c --data-model LP64 tests/cli/parts/prp/overflow.c
? 2
TBD
$ proofmark svcomp --property tests/cli/parts/prp/none.prp --data-model LP64 tests/cli/parts/prp/overflow.c
? 2
TBD

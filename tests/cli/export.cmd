The transition system of a program, for other tools.

$ proofmark export --format btor2 tests/cli/parts/export/counter.c
? 0
1 sort bitvec 2
2 const 1 10
3 sort bitvec 8
...

$ proofmark export --format dot tests/cli/parts/export/counter.c
? 0
...

$ proofmark export --format smt2 tests/cli/parts/export/counter.c
? 0
...

$ proofmark export --format dimspec tests/cli/parts/export/counter.c
? 0
...

$ proofmark export --format aiger tests/cli/parts/export/counter.c -o /dev/null
? 0

$ proofmark export --format dimspec --svcomp termination tests/cli/parts/export/counter.c
? 1
...

$ proofmark export --format pdf tests/cli/parts/export/counter.c
? 1
...

$ proofmark export --format dot --block small tests/cli/parts/export/counter.c
? 0
...

$ proofmark export --format btor2 --mmio 0x40000000:4:ram tests/cli/parts/export/register.c
? 0
1 sort bitvec 2
2 const 1 00
3 sort bitvec 32
4 const 3 00000000000000000000000000000000
5 state 1 pc
6 state 3 main::last
7 state 3 object_3@0:4
...

$ proofmark export --format btor2 --mmio 0:4 tests/cli/parts/export/register.c
? 1
...

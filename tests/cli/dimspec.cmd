Reachability problems in DimSpec: 10 reachable, 0 unreachable, 5 unknown, 2 not accepted.

$ proofmark dimspec tests/cli/parts/dimspec/counter.dimspec
? 10
reachable in 3 steps
state 0: -1 -2 0
state 1: 1 -2 0
state 2: -1 2 0
state 3: 1 2 0

$ proofmark dimspec --mode incremental tests/cli/parts/dimspec/counter.dimspec
? 10
reachable in 3 steps
state 0: -1 -2 0
state 1: 1 -2 0
state 2: -1 2 0
state 3: 1 2 0

$ proofmark dimspec --quiet examples/planning/hanoi3.dimspec --mode incremental
? 10
reachable in 7 steps

$ proofmark dimspec examples/planning/hanoi3.dimspec --mode ic3
? 10
...

$ proofmark dimspec examples/planning/hanoi3_glued.dimspec
? 0
unreachable

$ proofmark dimspec tests/cli/parts/dimspec/stuck.dimspec
? 0
unreachable

$ proofmark dimspec --mode incremental --timeout 1 tests/cli/parts/dimspec/stuck.dimspec
? 5
unknown: timeout

$ proofmark dimspec --mode incremental tests/cli/parts/dimspec/dead_end.dimspec
? 0
unreachable

$ proofmark dimspec --memlimit 1g tests/cli/parts/dimspec/at_once.dimspec
? 10
reachable in 0 steps
state 0: 7 0

$ proofmark dimspec tests/cli/parts/dimspec/truncated.dimspec
? 2
proofmark: tests/cli/parts/dimspec/truncated.dimspec: line 7: the file ends within a clause of section `g`

$ proofmark dimspec tests/cli/parts/dimspec/too_few.dimspec
? 2
proofmark: tests/cli/parts/dimspec/too_few.dimspec: line 3: section `i` has 1 clauses, its header claims 2

$ proofmark dimspec tests/cli/parts/dimspec/too_many.dimspec
? 2
proofmark: tests/cli/parts/dimspec/too_many.dimspec: line 3: section `i` has more clauses than the 1 of its header

$ proofmark dimspec tests/cli/parts/dimspec/range.dimspec
? 2
proofmark: tests/cli/parts/dimspec/range.dimspec: line 4: literal 3 in section `u`, which has 2 variables

$ proofmark dimspec tests/cli/parts/dimspec/range_next.dimspec
? 2
proofmark: tests/cli/parts/dimspec/range_next.dimspec: line 5: literal 5 in section `t`, which has 4 variables

$ proofmark dimspec tests/cli/parts/dimspec/huge.dimspec
? 2
proofmark: tests/cli/parts/dimspec/huge.dimspec: line 1: section `i` claims 4000000000 variables, too many

$ proofmark dimspec tests/cli/parts/dimspec/claims.dimspec
? 2
proofmark: tests/cli/parts/dimspec/claims.dimspec: line 3: section `i` has 1 clauses, its header claims 18446744073709551615

$ proofmark dimspec tests/cli/parts/dimspec/text.dimspec
? 2
proofmark: tests/cli/parts/dimspec/text.dimspec: line 1: expected the header of a section such as `i cnf 10 20`, found `int`

$ proofmark dimspec tests/cli/parts/dimspec/mismatch.dimspec
? 2
proofmark: tests/cli/parts/dimspec/mismatch.dimspec: line 4: section `t` has 3 state variables, others have 2

$ proofmark dimspec tests/cli/parts/dimspec/no_such_file.dimspec
? 2
...

$ proofmark dimspec --mode bmc tests/cli/parts/dimspec/counter.dimspec
? 1
...

SMT solvers: which there are, what goes with them, and what is said where something is wrong (a program that is no solver leaves the properties UNKNOWN).

$ proofmark check tests/cli/parts/overflow.c --solver cadical --encoding int
? 1
proofmark: --encoding is for SMT solvers: cadical is told bits; name one, e.g. --solver z3

$ proofmark check tests/cli/parts/overflow.c --encoding int
? 1
...

$ proofmark check tests/cli/parts/overflow.c --solver bitwuzla --encoding int
? 1
proofmark: bitwuzla knows no integers: --encoding int needs another solver

$ proofmark check tests/cli/parts/overflow.c --solver /nowhere/z3
? 1
proofmark: /nowhere/z3 is no program that can be run

$ proofmark check tests/cli/parts/overflow.c --solver z3 --refine
? 1
proofmark: z3 is told everything at once: --refine has no effect on it

$ proofmark check tests/cli/parts/overflow.c --solver z3 --dimacs query.cnf
? 1
proofmark: z3 has no clauses for --dimacs; --smt2 writes what it is asked

$ proofmark check tests/cli/parts/overflow.c --solver z3 --engine kind
? 1
...

$ proofmark check tests/cli/parts/overflow.c --solver z3 --show-loops
? 1
...

$ proofmark svcomp --property no-overflow --data-model LP64 tests/cli/parts/overflow.c --solver z3
? 1
proofmark: --solver is for --engine bmc, ic3cfa, treeic3, cegar: it has no effect on others

$ proofmark svcomp --property no-overflow --data-model LP64 tests/cli/parts/overflow.c --engine bmc --solver z3
? 10
[main.overflow.1] file tests/cli/parts/overflow.c line 2 arithmetic overflow on signed + in x + 1: FAILURE
VERDICT: false

$ proofmark check tests/cli/parts/overflow.c --solver /bin/false --quiet
? 5
...
VERIFICATION INCONCLUSIVE
proofmark: /bin/false: it ended (exit status: 1)

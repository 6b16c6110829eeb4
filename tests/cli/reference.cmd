Invariants are checked on the steps of the reference semantics.

$ proofmark check tests/cli/parts/reference/reactive.c --engine kind -v
? 0
...
proofmark: 4 properties by kind: an inductive invariant of 0 facts; reductions: cone 1; checked by reference: batsat, another solver
...
VERIFICATION SUCCESSFUL

$ proofmark check tests/cli/parts/reference/even.c --engine kind -v
? 0
...
proofmark: 2 properties by kind: an inductive invariant of 1 facts; checked by reference: batsat, another solver
...
VERIFICATION SUCCESSFUL

A limit that is met ends the run with what is known: in the executor, in the solver.

$ proofmark check --engine bmc --unwind 1000000 --memlimit 60m tests/cli/parts/many_terms.c
? 5
...
Stopped before the end: memory limit
...
VERIFICATION INCONCLUSIVE

$ proofmark check --engine bmc --memlimit 60m tests/cli/parts/products.c
? 5
...
Stopped before the end: memory limit
...
VERIFICATION INCONCLUSIVE

$ proofmark check --engine bmc --timeout 0s tests/cli/parts/products.c
? 5
VERIFICATION INCONCLUSIVE
error: 'cc -E' on tests/cli/parts/products.c: the time limit was reached

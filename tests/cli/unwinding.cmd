How far loops are unwound, and in which order; options that have no effect are errors.

$ proofmark check tests/cli/parts/reactive.c --incremental-loop main.0 --unwind-max 9 --quiet
? 5
...
[main.assertion.1] line 8 overflow of the tank: UNKNOWN (holds up to bound 9)
...

$ proofmark check tests/cli/parts/reactive.c --incremental-loop main.0 --stop-on-fail --quiet
? 10
...
[main.assertion.1] line 8 overflow of the tank: FAILURE
...

$ proofmark check tests/cli/parts/reactive.c --unwinding-strategy all-loops --unwind-max 13 --quiet
? 10
...

$ proofmark check tests/cli/parts/reactive.c --unwinding-strategy one-loop --unwind-max 13 --quiet
? 10
...

$ proofmark check tests/cli/parts/reactive.c --no-incremental --unwind-max 13 --quiet
? 10
...

$ proofmark check tests/cli/parts/step_case.c --incremental-loop main.0 --stop-when-unsat --unwind-max 9 --quiet
? 5
tests/cli/parts/step_case.c function main
[main.assertion.1] line 10 stays small: UNKNOWN (not violated in iteration 2, asked for by itself)

VERIFICATION INCONCLUSIVE

$ proofmark check tests/cli/parts/open_loop.c --unwind 3 --unwinding-assertions --quiet
? 5
tests/cli/parts/open_loop.c function main
[main.assertion.1] line 7 no more than asked for: UNKNOWN (holds up to bound 3)

tests/cli/parts/open_loop.c function main
[main.unwind.0] line 5 unwinding assertion loop 0: UNKNOWN (the loop can go on after 3 iterations)

VERIFICATION INCONCLUSIVE (rests on 1 function without a body)

$ proofmark check tests/cli/parts/two_loops.c --unwind 20 --unwinding-assertions
? 0
...
[main.unwind.0] line 3 unwinding assertion loop 0: SUCCESS
...

$ proofmark check tests/cli/parts/open_loop.c --unwind 3 --no-unwinding-assertions --quiet
? 5
tests/cli/parts/open_loop.c function main
[main.assertion.1] line 7 no more than asked for: UNKNOWN (holds up to bound 3)

VERIFICATION INCONCLUSIVE (rests on 1 function without a body)

$ proofmark check tests/cli/parts/open_loop.c --depth 20
? 5
...
Paths of more than 20 instructions were cut.
...

$ proofmark check tests/cli/parts/open_loop.c --unwind 3 --slice-formula
? 5
...

$ proofmark check tests/cli/parts/reactive.c --unwind-max 3 --dimacs /dev/full
? 6
...

$ proofmark check tests/cli/parts/reactive.c --unwind-max 13 --refine --solver batsat --quiet
? 10
...

$ proofmark check tests/cli/parts/open_loop.c --unwind 3 --unwind-max 4
? 1
...

$ proofmark check tests/cli/parts/open_loop.c --unwind-min 5 --unwind-max 4
? 1
...

$ proofmark check tests/cli/parts/two_loops.c --unwinding-assertions
? 0
...

$ proofmark check tests/cli/parts/two_loops.c --no-unwinding-assertions
? 0
...

$ proofmark check tests/cli/parts/open_loop.c --stop-when-unsat
? 1
...

$ proofmark check tests/cli/parts/open_loop.c --no-incremental --unwind 3
? 1
...

$ proofmark check tests/cli/parts/open_loop.c --incremental-loop main.7
? 1
...

$ proofmark check tests/cli/parts/open_loop.c --incremental-loop main.0 --unwindset main.0:3
? 1
...

$ proofmark check tests/cli/parts/open_loop.c --solver minisat
? 1
...
$ proofmark check tests/cli/parts/recursion.c --unwind 3 --unwinding-assertions --quiet
? 5
...
[depth.recursion] line 2 unwinding assertion recursion: UNKNOWN (calls can nest deeper than 3)
...
$ proofmark check tests/cli/parts/recursion.c --unwind 9 --unwinding-assertions
? 0
...
[depth.recursion] line 2 unwinding assertion recursion: SUCCESS
...

A bound that was reached is named, with what the verdict rests on, and the run is inconclusive. `check` may be left out.

$ proofmark tests/cli/parts/open_loop.c --unwind 3
? 5
tests/cli/parts/open_loop.c function main
[main.assertion.1] line 7 no more than asked for: UNKNOWN (holds up to bound 3)

Loops that can go on beyond their bound:
  main.0 (tests/cli/parts/open_loop.c:5): 3 iterations were executed

Functions without a body (a call returns any value and writes anything to what its pointers give it and to globals that it can see):
  read_port called at tests/cli/parts/open_loop.c:6
  They free nothing, call nothing back and keep no pointers. --stub-pure NAME: it writes nothing.

1 property: 1 UNKNOWN
hint: a larger --unwind or --unwind-max, or neither of them, goes deeper
VERIFICATION INCONCLUSIVE (rests on 1 function without a body)

$ proofmark check tests/cli/parts/open_loop.c --unwind 3 --quiet
? 5
tests/cli/parts/open_loop.c function main
[main.assertion.1] line 7 no more than asked for: UNKNOWN (holds up to bound 3)

VERIFICATION INCONCLUSIVE (rests on 1 function without a body)

$ proofmark check tests/cli/parts/two_loops.c
? 0
tests/cli/parts/two_loops.c function main
[main.overflow.1] line 4 arithmetic overflow on signed + in s += i: SUCCESS
[main.overflow.2] line 3 arithmetic overflow on signed + in i++: SUCCESS
[main.overflow.3] line 6 arithmetic overflow on signed - in s--: SUCCESS

3 properties: 3 SUCCESS
VERIFICATION SUCCESSFUL

$ proofmark check tests/cli/parts/open_loop.c --property main.asertion.1
? 7
proofmark: there is no property `main.asertion.1`; the nearest are `main.assertion.1`

$ proofmark check tests/cli/parts/open_loop.c --show-properties --show-loops
? 0
[main.assertion.1] file tests/cli/parts/open_loop.c line 7 no more than asked for
Loop main.0: file tests/cli/parts/open_loop.c line 5 function main

$ proofmark check tests/cli/parts/sensor.c --quiet --harness no/such/folder/harness.c
? 6
tests/cli/parts/sensor.c function record
[record.bounds.1] line 13 array index in bounds in s->samples[index]: FAILURE
  because: index 4, array has 4 elements
  inputs: count=5

VERIFICATION FAILED
proofmark: cannot write no/such/folder/harness.c: No such file or directory (os error 2)

$ proofmark check tests/cli/parts/sensor.c --trace --quiet
? 1
...

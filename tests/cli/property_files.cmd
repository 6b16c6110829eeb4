A property file is judged by what it says, not by its name.

$ proofmark svcomp --property tests/cli/parts/prp/unreach-call.prp --data-model LP64 tests/cli/parts/prp/overflow.c
? 10
[main.overflow.1] file tests/cli/parts/prp/overflow.c line 5 arithmetic overflow on signed + in x + 1: FAILURE
VERDICT: false

$ proofmark svcomp --property unreach-call --data-model LP64 tests/cli/parts/prp/overflow.c
? 10
[main.error.1] file tests/cli/parts/prp/overflow.c line 6 call of reach_error: FAILURE
VERDICT: false

$ proofmark svcomp --property tests/cli/parts/prp/mem.prp --data-model LP64 tests/cli/parts/prp/overflow.c
? 0
VERDICT: true

$ proofmark svcomp --property tests/cli/parts/prp/other.prp --data-model LP64 tests/cli/parts/prp/overflow.c
? 2
tests/cli/parts/prp/other.prp: init(other()): executions begin in main
VERDICT: unknown

$ proofmark svcomp --property tests/cli/parts/prp/overflow.c --data-model LP64 tests/cli/parts/prp/overflow.c
? 2
tests/cli/parts/prp/overflow.c: `externvoidreach_error(void);` is no CHECK(init(main()), LTL(...))
VERDICT: unknown

$ proofmark svcomp --property tests/cli/parts/prp/none.prp --data-model LP64 tests/cli/parts/prp/overflow.c
? 2
tests/cli/parts/prp/none.prp: No such file or directory (os error 2)
VERDICT: unknown

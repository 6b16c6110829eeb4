Cycles that are calls of a function: macros of its file, its parameters and its result can be spoken of. The trace shows the observer.

$ proofmark check tests/cli/parts/requirements/step.c --requirements tests/cli/parts/requirements/step.req --trace
? 10
...
  tests/cli/parts/requirements/step.req:5  step    end of a cycle for req.level_rises: condition = true
...
  tests/cli/parts/requirements/step.req:5  step    end of a cycle for req.level_rises: condition = false
  tests/cli/parts/requirements/step.req:5  violated [req.level_rises] requirement always level >= previous(level): the condition is false
...
[req.result_is_bounded] line 2 requirement always \result >= -1 && \result <= MOST: SUCCESS
[req.result_is_level] line 3 requirement whenever by >= 0 then \result == level: SUCCESS
[req.level_stays] line 4 requirement whenever by < 0 then level == previous(level): SUCCESS
[req.level_rises] line 5 requirement always level >= previous(level): FAILURE
...
[req.never_five] line 6 requirement whenever level == 5 then by == 5: UNREACHABLE (vacuous: nothing is ever due)
...

$ proofmark run tests/cli/parts/requirements/step.c --requirements tests/cli/parts/requirements/step.req

$ proofmark show properties tests/cli/parts/requirements/step.c --requirements tests/cli/parts/requirements/step.req
[main.overflow.1] file tests/cli/parts/requirements/step.c line 15 arithmetic overflow on signed + in i++
[req.result_is_bounded] file tests/cli/parts/requirements/step.req line 2 requirement always \result >= -1 && \result <= MOST
[req.result_is_level] file tests/cli/parts/requirements/step.req line 3 requirement whenever by >= 0 then \result == level
[req.level_stays] file tests/cli/parts/requirements/step.req line 4 requirement whenever by < 0 then level == previous(level)
[req.level_rises] file tests/cli/parts/requirements/step.req line 5 requirement always level >= previous(level)
[req.never_five] file tests/cli/parts/requirements/step.req line 6 requirement whenever level == 5 then by == 5

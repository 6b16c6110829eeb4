Each pattern in each scope: satisfied for ever, violated, and vacuous where it can be. Names say what is to come of them.

$ proofmark check tests/cli/parts/requirements/light.c --requirements tests/cli/parts/requirements/never.req
? 10
...
[req.globally_ok] line 2 requirement never light == GREEN && walk: SUCCESS
[req.globally_bad] line 3 requirement never light == YELLOW: FAILURE
...
[req.before_ok] line 4 requirement before light == GREEN, never light == YELLOW: SUCCESS
[req.before_bad] line 5 requirement before light == YELLOW, never light == GREEN: FAILURE
...
[req.before_vacuous] line 6 requirement before light == 7, never walk: UNREACHABLE (vacuous: nothing is ever due)
[req.after_ok] line 7 requirement after light == GREEN, never walk && light == YELLOW: SUCCESS
[req.after_bad] line 8 requirement after light == GREEN, never walk: FAILURE
...
[req.after_vacuous] line 9 requirement after light == 7, never walk: UNREACHABLE (vacuous: nothing is ever due)
[req.between_ok] line 10 requirement between light == GREEN and light == RED, never walk: SUCCESS
[req.between_bad] line 11 requirement between light == GREEN and light == RED, never light == YELLOW: FAILURE
...
[req.between_vacuous] line 12 requirement between light == 7 and light == RED, never walk: UNREACHABLE (vacuous: nothing is ever due)
[req.after_until_ok] line 13 requirement after light == GREEN until light == RED, never walk: SUCCESS
[req.after_until_bad] line 14 requirement after light == GREEN until light == RED, never light == YELLOW: FAILURE
...
[req.after_until_vacuous] line 15 requirement after light == 7 until light == RED, never walk: UNREACHABLE (vacuous: nothing is ever due)

15 properties: 5 FAILURE, 6 SUCCESS, 4 UNREACHABLE
...

$ proofmark check tests/cli/parts/requirements/light.c --requirements tests/cli/parts/requirements/always.req
? 10
...
[req.globally_ok] line 2 requirement always !walk || wait >= 1: SUCCESS
[req.globally_bad] line 3 requirement always light == RED || light == GREEN: FAILURE
...
[req.before_ok] line 4 requirement before light == GREEN, always walk: SUCCESS
[req.before_bad] line 5 requirement before light == YELLOW, always light == RED: FAILURE
...
[req.before_vacuous] line 6 requirement before light == 7, always walk: UNREACHABLE (vacuous: nothing is ever due)
[req.after_ok] line 7 requirement after light == GREEN, always walk || wait == 0: SUCCESS
[req.after_bad] line 8 requirement after light == GREEN, always !walk: FAILURE
...
[req.after_vacuous] line 9 requirement after light == 7, always walk: UNREACHABLE (vacuous: nothing is ever due)
[req.between_ok] line 10 requirement between light == GREEN and light == RED, always !walk: SUCCESS
[req.between_bad] line 11 requirement between light == GREEN and light == RED, always light == GREEN: FAILURE
...
[req.between_vacuous] line 12 requirement between light == 7 and light == RED, always walk: UNREACHABLE (vacuous: nothing is ever due)
[req.after_until_ok] line 13 requirement after light == GREEN until light == RED, always !walk: SUCCESS
[req.after_until_bad] line 14 requirement after light == GREEN until light == RED, always light == GREEN: FAILURE
...
[req.after_until_vacuous] line 15 requirement after light == 7 until light == RED, always walk: UNREACHABLE (vacuous: nothing is ever due)

15 properties: 5 FAILURE, 6 SUCCESS, 4 UNREACHABLE
...

$ proofmark check tests/cli/parts/requirements/light.c --requirements tests/cli/parts/requirements/eventually.req
? 10
...
[req.globally_ok] line 2 requirement eventually light == GREEN within 2 cycles: SUCCESS
[req.globally_bad] line 3 requirement eventually light == GREEN within 1 cycle: FAILURE
...
[req.before_ok] line 4 requirement before light == GREEN, eventually walk: SUCCESS
[req.before_bad] line 5 requirement before light == GREEN, eventually light == YELLOW: FAILURE
...
[req.before_vacuous] line 6 requirement before light == 7, eventually walk: UNREACHABLE (vacuous: nothing is ever due)
[req.after_ok] line 7 requirement after light == YELLOW, eventually walk within 2 cycles: SUCCESS
[req.after_bad] line 8 requirement after light == YELLOW, eventually walk within 1 cycle: FAILURE
...
[req.after_vacuous] line 9 requirement after light == 7, eventually walk within 1 cycle: UNREACHABLE (vacuous: nothing is ever due)
[req.between_ok] line 10 requirement between light == YELLOW and light == GREEN, eventually walk: SUCCESS
[req.between_bad] line 11 requirement between light == YELLOW and walk, eventually light == GREEN: FAILURE
...
[req.between_vacuous] line 12 requirement between light == 7 and light == RED, eventually walk: UNREACHABLE (vacuous: nothing is ever due)
[req.after_until_ok] line 13 requirement after light == YELLOW until light == GREEN, eventually walk within 2 cycles: SUCCESS
[req.after_until_bad] line 14 requirement after light == YELLOW until light == GREEN, eventually walk within 1 cycle: FAILURE
...
[req.after_until_vacuous] line 15 requirement after light == 7 until light == GREEN, eventually walk within 1 cycle: UNREACHABLE (vacuous: nothing is ever due)

15 properties: 5 FAILURE, 6 SUCCESS, 4 UNREACHABLE
...

$ proofmark check tests/cli/parts/requirements/light.c --requirements tests/cli/parts/requirements/precedes.req
? 10
...
[req.globally_ok] line 2 requirement light == GREEN precedes light == YELLOW: SUCCESS
[req.globally_bad] line 3 requirement light == YELLOW precedes light == GREEN: FAILURE
...
[req.globally_vacuous] line 4 requirement walk precedes light == 7: UNREACHABLE (vacuous: nothing is ever due)
[req.before_ok] line 5 requirement before light == YELLOW, walk precedes light == GREEN: SUCCESS
[req.before_bad] line 6 requirement before light == YELLOW, light == GREEN precedes walk: FAILURE
...
[req.before_vacuous] line 7 requirement before light == YELLOW, walk precedes light == 7: UNREACHABLE (vacuous: nothing is ever due)
[req.after_ok] line 8 requirement after light == GREEN, light == YELLOW precedes light == RED: SUCCESS
[req.after_bad] line 9 requirement after light == GREEN, walk precedes light == YELLOW: FAILURE
...
[req.after_vacuous] line 10 requirement after light == GREEN, walk precedes light == 7: UNREACHABLE (vacuous: nothing is ever due)
[req.between_ok] line 11 requirement between light == GREEN and walk, light == YELLOW precedes light == RED: SUCCESS
[req.between_bad] line 12 requirement between light == GREEN and walk, light == RED precedes light == YELLOW: FAILURE
...
[req.between_vacuous] line 13 requirement between light == GREEN and walk, light == RED precedes light == 7: UNREACHABLE (vacuous: nothing is ever due)
[req.after_until_ok] line 14 requirement after light == GREEN until walk, light == YELLOW precedes light == RED: SUCCESS
[req.after_until_bad] line 15 requirement after light == GREEN until walk, light == RED precedes light == YELLOW: FAILURE
...
[req.after_until_vacuous] line 16 requirement after light == GREEN until walk, light == RED precedes light == 7: UNREACHABLE (vacuous: nothing is ever due)

16 properties: 5 FAILURE, 6 SUCCESS, 5 UNREACHABLE
...

$ proofmark check tests/cli/parts/requirements/light.c --requirements tests/cli/parts/requirements/responds.req
? 10
...
[req.globally_ok] line 2 requirement whenever light == YELLOW then light == RED within 1 cycle: SUCCESS
[req.globally_bad] line 3 requirement whenever light == YELLOW then walk within 1 cycle: FAILURE
...
[req.globally_vacuous] line 4 requirement whenever light == 7 then walk within 3 cycles: UNREACHABLE (vacuous: nothing is ever due)
[req.before_ok] line 5 requirement before light == GREEN, whenever light == RED then walk: SUCCESS
[req.before_bad] line 6 requirement before light == GREEN, whenever walk then light == GREEN within 3 cycles: FAILURE
...
[req.before_vacuous] line 7 requirement before light == GREEN, whenever light == YELLOW then walk: UNREACHABLE (vacuous: nothing is ever due)
[req.after_ok] line 8 requirement after light == GREEN, whenever light == YELLOW then walk within 2 cycles: SUCCESS
[req.after_bad] line 9 requirement after light == GREEN, whenever light == YELLOW then walk within 1 cycle: FAILURE
...
[req.after_vacuous] line 10 requirement after light == GREEN, whenever light == 7 then walk within 2 cycles: UNREACHABLE (vacuous: nothing is ever due)
[req.between_ok] line 11 requirement between light == YELLOW and light == GREEN, whenever light == YELLOW then eventually walk: SUCCESS
[req.between_bad] line 12 requirement between light == YELLOW and light == GREEN, whenever walk then eventually light == YELLOW: FAILURE
...
[req.between_vacuous] line 13 requirement between light == YELLOW and light == GREEN, whenever light == 7 then eventually walk: UNREACHABLE (vacuous: nothing is ever due)
[req.after_until_ok] line 14 requirement after light == YELLOW until light == GREEN, whenever light == YELLOW then walk within 2 cycles: SUCCESS
[req.after_until_bad] line 15 requirement after light == YELLOW until light == GREEN, whenever walk then !walk within 9 cycles: FAILURE
...
[req.after_until_vacuous] line 16 requirement after light == YELLOW until light == GREEN, whenever light == 7 then walk within 2 cycles: UNREACHABLE (vacuous: nothing is ever due)

16 properties: 5 FAILURE, 6 SUCCESS, 5 UNREACHABLE
...

$ proofmark check tests/cli/parts/requirements/light.c --requirements tests/cli/parts/requirements/holds.req
? 10
...
[req.globally_ok] line 2 requirement whenever light == YELLOW then light != GREEN for 4 cycles: SUCCESS
[req.globally_bad] line 3 requirement whenever light == YELLOW then light != GREEN for 5 cycles: FAILURE
...
[req.globally_vacuous] line 4 requirement whenever light == 7 then walk for 3 cycles: UNREACHABLE (vacuous: nothing is ever due)
[req.lasts_ok] line 5 requirement walk lasts 2 cycles: SUCCESS
[req.lasts_bad] line 6 requirement walk lasts 3 cycles: FAILURE
...
[req.lasts_vacuous] line 7 requirement (light == 7) lasts 2 cycles: UNREACHABLE (vacuous: nothing is ever due)
[req.before_ok] line 8 requirement before light == GREEN, whenever walk then light == RED for 9 cycles: SUCCESS
[req.before_bad] line 9 requirement before light == GREEN, whenever walk then wait == 1 for 2 cycles: FAILURE
...
[req.before_vacuous] line 10 requirement before light == GREEN, whenever light == YELLOW then walk for 1 cycle: UNREACHABLE (vacuous: nothing is ever due)
[req.after_ok] line 11 requirement after light == GREEN, whenever light == YELLOW then !walk for 2 cycles: SUCCESS
[req.after_bad] line 12 requirement after light == GREEN, whenever light == YELLOW then !walk for 3 cycles: FAILURE
...
[req.after_vacuous] line 13 requirement after light == GREEN, whenever light == 7 then !walk for 3 cycles: UNREACHABLE (vacuous: nothing is ever due)
[req.between_ok] line 14 requirement between light == YELLOW and light == GREEN, whenever walk then walk for 5 cycles: SUCCESS
[req.between_bad] line 15 requirement between light == YELLOW and light == GREEN, whenever light == YELLOW then !walk for 3 cycles: FAILURE
...
[req.between_vacuous] line 16 requirement between light == YELLOW and light == GREEN, whenever light == 7 then !walk for 3 cycles: UNREACHABLE (vacuous: nothing is ever due)
[req.after_until_ok] line 17 requirement after light == YELLOW until light == GREEN, whenever walk then walk for 5 cycles: SUCCESS
[req.after_until_bad] line 18 requirement after light == YELLOW until light == GREEN, whenever light == YELLOW then !walk for 3 cycles: FAILURE
...
[req.after_until_vacuous] line 19 requirement after light == YELLOW until light == GREEN, whenever light == 7 then !walk for 3 cycles: UNREACHABLE (vacuous: nothing is ever due)

19 properties: 6 FAILURE, 7 SUCCESS, 6 UNREACHABLE
...

$ proofmark check tests/cli/parts/requirements/light.c --requirements tests/cli/parts/requirements/until.req
? 10
...
[req.globally_ok] line 2 requirement whenever light == GREEN then !walk until light == RED: SUCCESS
[req.globally_bad] line 3 requirement whenever light == YELLOW then !walk until light == GREEN: FAILURE
...
[req.globally_vacuous] line 4 requirement whenever light == 7 then walk until light == GREEN: UNREACHABLE (vacuous: nothing is ever due)
[req.before_ok] line 5 requirement before light == YELLOW, whenever walk then light != GREEN until light == GREEN: SUCCESS
[req.before_bad] line 6 requirement before light == YELLOW, whenever walk then walk until light == YELLOW: FAILURE
...
[req.before_vacuous] line 7 requirement before light == YELLOW, whenever light == 7 then walk until light == YELLOW: UNREACHABLE (vacuous: nothing is ever due)
[req.after_ok] line 8 requirement after light == GREEN, whenever light == GREEN then !walk until light == RED: SUCCESS
[req.after_bad] line 9 requirement after light == GREEN, whenever light == YELLOW then !walk until light == GREEN: FAILURE
...
[req.after_vacuous] line 10 requirement after light == GREEN, whenever light == 7 then !walk until light == RED: UNREACHABLE (vacuous: nothing is ever due)
[req.between_ok] line 11 requirement between light == YELLOW and light == GREEN, whenever light == YELLOW then !walk until walk: SUCCESS
[req.between_bad] line 12 requirement between light == YELLOW and light == GREEN, whenever light == YELLOW then light == YELLOW until walk: FAILURE
...
[req.between_vacuous] line 13 requirement between light == YELLOW and light == GREEN, whenever light == 7 then walk until walk: UNREACHABLE (vacuous: nothing is ever due)
[req.after_until_ok] line 14 requirement after light == YELLOW until light == GREEN, whenever light == YELLOW then !walk until walk: SUCCESS
[req.after_until_bad] line 15 requirement after light == YELLOW until light == GREEN, whenever light == YELLOW then light == YELLOW until walk: FAILURE
...
[req.after_until_vacuous] line 16 requirement after light == YELLOW until light == GREEN, whenever light == 7 then walk until walk: UNREACHABLE (vacuous: nothing is ever due)

16 properties: 5 FAILURE, 6 SUCCESS, 5 UNREACHABLE
...

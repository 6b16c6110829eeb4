Properties have stable ids, their place, and the C text of what is checked.

$ proofmark show properties tests/cli/parts/properties.c
[main.overflow.1] file tests/cli/parts/properties.c line 3 arithmetic overflow on signed - in i - 1
[main.bounds.1] file tests/cli/parts/properties.c line 4 array index in bounds in a[i]
[main.division-by-zero.1] file tests/cli/parts/properties.c line 4 division by zero in 8 / z
[main.bounds.2] file tests/cli/parts/properties.c line 5 array index in bounds in a[i]
[main.overflow.2] file tests/cli/parts/properties.c line 5 arithmetic overflow on signed + in a[i] + i

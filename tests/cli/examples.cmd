What the README runs.

$ proofmark run examples/pi_controller.c
step   0: output 100.0, speed  12.5
step  40: output  29.9, speed  60.1
step  80: output  30.0, speed  60.0
step 120: output  30.0, speed  60.0
step 160: output  30.0, speed  60.0
settled at 60.01

$ proofmark run examples/debounce.c
short press at sample 17
long press at sample 35

A trace shows what matters of an execution, in C terms.

$ proofmark check tests/cli/parts/sensor.c --trace
? 10
Trace for [record.bounds.1] array index in bounds in s->samples[index]:
  tests/cli/parts/sensor.c:19  main    input __VERIFIER_nondet_int = 5
  tests/cli/parts/sensor.c:19  main    count = 5
  tests/cli/parts/sensor.c:20  main    count < 4 is false
  tests/cli/parts/sensor.c:20  main    count > 5 is false
  tests/cli/parts/sensor.c:22  main    call malloc(size = 24)
  tests/cli/parts/sensor.c:22  main    copy = &heap@22
  tests/cli/parts/sensor.c:23  main    copy is true
  tests/cli/parts/sensor.c:25  main    heap@22 = {.state = IDLE, .id = 3, .ready = 0, .name = "left", .samples = {0, 0, 0, 0}}
  tests/cli/parts/sensor.c:26  main    heap@22.ready = 1
  tests/cli/parts/sensor.c:27  main    scale = 0.5
  tests/cli/parts/sensor.c:28  main    i = 0
  tests/cli/parts/sensor.c:28  main    loop main.0, iteration 1: i < count is true
  tests/cli/parts/sensor.c:29  main    call record(s = &heap@22, index = 0, value = 0)
  tests/cli/parts/sensor.c:14  record    value > 100 is false
  tests/cli/parts/sensor.c:16  record    return
  tests/cli/parts/sensor.c:28  main    i = 1
  tests/cli/parts/sensor.c:28  main    loop main.0, iteration 2: i < count is true
  tests/cli/parts/sensor.c:29  main    call record(s = &heap@22, index = 1, value = 30)
  tests/cli/parts/sensor.c:13  record    heap@22.samples[1] = 30
  tests/cli/parts/sensor.c:14  record    value > 100 is false
  tests/cli/parts/sensor.c:16  record    return
  tests/cli/parts/sensor.c:28  main    i = 2
  tests/cli/parts/sensor.c:28  main    loop main.0, iteration 3: i < count is true
  tests/cli/parts/sensor.c:29  main    call record(s = &heap@22, index = 2, value = 60)
  tests/cli/parts/sensor.c:13  record    heap@22.samples[2] = 60
  tests/cli/parts/sensor.c:14  record    value > 100 is false
  tests/cli/parts/sensor.c:16  record    return
  tests/cli/parts/sensor.c:28  main    i = 3
  tests/cli/parts/sensor.c:28  main    loop main.0, iteration 4: i < count is true
  tests/cli/parts/sensor.c:29  main    call record(s = &heap@22, index = 3, value = 90)
  tests/cli/parts/sensor.c:13  record    heap@22.samples[3] = 90
  tests/cli/parts/sensor.c:14  record    value > 100 is false
  tests/cli/parts/sensor.c:16  record    return
  tests/cli/parts/sensor.c:28  main    i = 4
  tests/cli/parts/sensor.c:28  main    loop main.0, iteration 5: i < count is true
  tests/cli/parts/sensor.c:29  main    call record(s = &heap@22, index = 4, value = 120)
  tests/cli/parts/sensor.c:13  violated [record.bounds.1] array index in bounds in s->samples[index]: index 4, array has 4 elements
Call stack:
  #0 record at tests/cli/parts/sensor.c:13
  #1 main at tests/cli/parts/sensor.c:29

tests/cli/parts/sensor.c function record
[record.bounds.1] line 13 array index in bounds in s->samples[index]: FAILURE
  because: index 4, array has 4 elements
  inputs: count=5
[record.pointer.1] line 13 dereference: pointer valid for writing in s->samples[index] = value: SUCCESS
[record.pointer.2] line 15 dereference: pointer valid for writing in s->state = FIRED: UNREACHABLE

tests/cli/parts/sensor.c function main
[main.pointer.1] line 25 dereference: pointer valid for writing in *copy = sensor: SUCCESS
[main.pointer.2] line 26 dereference: pointer valid for writing in copy->ready = 1: SUCCESS
[main.overflow.1] line 29 arithmetic overflow on signed * in i * 60: SUCCESS
[main.conversion.1] line 29 conversion of a floating-point value to an integer in range in (short)(i * 60 * scale): SUCCESS
[main.overflow.2] line 28 arithmetic overflow on signed + in i++: SUCCESS
[main.free.1] line 30 precondition of free: free argument is null or the start of a live heap object in free(copy): SUCCESS

10 properties: 1 FAILURE, 8 SUCCESS, 1 UNREACHABLE
VERIFICATION FAILED

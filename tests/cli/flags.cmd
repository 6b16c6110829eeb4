Flags of a compiler that change what C means are honoured, or refused by name; on our own command line and in a database.

$ proofmark check -q tests/cli/parts/flags/char.c
? 0
VERIFICATION SUCCESSFUL

$ proofmark check -q -funsigned-char tests/cli/parts/flags/char.c
? 10
tests/cli/parts/flags/char.c function main
[main.bounds.1] line 6 array index in bounds in hist[(int)c]: FAILURE
  because: index 128, array has 128 elements
  inputs: c=128

VERIFICATION FAILED

$ proofmark check -q --compile-commands tests/cli/parts/flags/unsigned_char.json
? 10
tests/cli/parts/flags/char.c function main
[main.bounds.1] line 6 array index in bounds in hist[(int)c]: FAILURE
  because: index 128, array has 128 elements
  inputs: c=128

VERIFICATION FAILED

$ proofmark check -q --compile-commands tests/cli/parts/flags/unsigned_char.json -fsigned-char
? 0
VERIFICATION SUCCESSFUL

$ proofmark check --compile-commands tests/cli/parts/flags/mixed.json
? 2
error: tests/cli/parts/flags/char.c and tests/cli/parts/flags/other.c are compiled with flags that do not fit together: -funsigned-char

$ proofmark check --compile-commands tests/cli/parts/flags/arm.json --32
? 2
error: tests/cli/parts/flags/arm.json: tests/cli/parts/flags/char.c: 'arm-none-eabi-gcc' compiles for arm-none-eabi, which is not ILP32 as on x86: --target arm says so

$ proofmark check --compile-commands tests/cli/parts/flags/fast.json
? 2
error: tests/cli/parts/flags/fast.json: tests/cli/parts/flags/char.c: -ffast-math is not supported: floating-point operations would not be those of IEEE 754

$ proofmark check --compile-commands tests/cli/parts/flags/response.json
? 2
error: tests/cli/parts/flags/response.json: tests/cli/parts/flags/char.c: arguments in a file (@flags.rsp) are not read

$ proofmark check --compile-commands tests/cli/parts/flags/escape.json
? 2
error: tests/cli/parts/flags/escape.json: invalid escape at line 1 column 32

$ proofmark check -mlong-double-64 tests/cli/parts/flags/char.c
? 2
error: -mlong-double-64 is not supported: objects would have another layout

$ proofmark check -ffast-math tests/cli/parts/flags/char.c
? 2
error: -ffast-math is not supported: floating-point operations would not be those of IEEE 754

$ proofmark check -fno-common tests/cli/parts/flags/char.c
? 2
error: -fno-common has no effect here: no such flag changes what a program means

$ proofmark check -m32 tests/cli/parts/flags/char.c
? 2
error: it is compiled with -m32: --32 is needed

$ proofmark check tests/cli/parts/flags/wrap.c -fwrapv
? 10
tests/cli/parts/flags/wrap.c function main
[main.division-by-zero.1] line 4 division by zero in x / __VERIFIER_nondet_int(): FAILURE
  because: 0 != 0 is false
  inputs: __VERIFIER_nondet_int=-1, __VERIFIER_nondet_int=0
[main.overflow.1] line 4 arithmetic overflow on signed / in x / __VERIFIER_nondet_int(): FAILURE
  because: -2147483648 / -1 does not fit 32 bits signed
  inputs: __VERIFIER_nondet_int=2147483647 (0x7fffffff), __VERIFIER_nondet_int=-1

2 properties: 2 FAILURE
hint: --trace shows how a failure comes about, --harness FILE.c writes it as a C program
VERIFICATION FAILED

$ proofmark check -q tests/cli/parts/flags/wrap.c -fwrapv --signed-overflow-check
? 10
tests/cli/parts/flags/wrap.c function main
[main.overflow.1] line 3 arithmetic overflow on signed + in __VERIFIER_nondet_int() + 1: FAILURE
  because: 2147483647 + 1 does not fit 32 bits signed
  inputs: __VERIFIER_nondet_int=2147483647 (0x7fffffff)
[main.division-by-zero.1] line 4 division by zero in x / __VERIFIER_nondet_int(): FAILURE
  because: 0 != 0 is false
  inputs: __VERIFIER_nondet_int=-1, __VERIFIER_nondet_int=0

VERIFICATION FAILED

$ proofmark check tests/cli/parts/flags/wrap.c -ftrapv --no-signed-overflow-check
? 2
error: -ftrapv ends the program at an overflow: the check of overflow cannot be off

$ proofmark check -q --32 tests/cli/parts/flags/c90.c
? 0
VERIFICATION SUCCESSFUL

$ proofmark check -q --32 --compile-commands tests/cli/parts/flags/c90.json
? 10
tests/cli/parts/flags/c90.c function main
[main.assertion.1] line 3 unsigned long in C90: FAILURE
  inputs: __VERIFIER_nondet_int=-1

VERIFICATION FAILED

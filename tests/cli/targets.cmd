The machine is that of --target, or of the compiler that a database names, which need not be installed.

$ proofmark check -q --compile-commands tests/cli/parts/flags/arm.json
? 10
tests/cli/parts/flags/char.c function main
[main.bounds.1] line 6 array index in bounds in hist[(int)c]: FAILURE
  because: index 128, array has 128 elements
  inputs: c=128

VERIFICATION FAILED

$ proofmark check -q --compile-commands tests/cli/parts/flags/arm.json --target arm -fsigned-char
? 0
VERIFICATION SUCCESSFUL
...

$ proofmark check --compile-commands tests/cli/parts/targets/avr.json
? 2
error: tests/cli/parts/targets/avr.json: tests/cli/parts/targets/char.c: 'avr-gcc' compiles for avr, which is not LP64 as on x86: --target knows i386, x86_64, x86_64-windows, arm, arm-linux, aarch64, riscv32, riscv64

$ proofmark check --compile-commands tests/cli/parts/targets/big.json
? 2
error: tests/cli/parts/targets/big.json: tests/cli/parts/targets/char.c: -mbig-endian is not supported: it is not known to leave arm as it is

$ proofmark check --compile-commands tests/cli/parts/targets/mixed.json
? 2
error: tests/cli/parts/targets/mixed.json: tests/cli/parts/targets/other.c: 'gcc' is the system's own compiler, not one for arm

$ proofmark check --target arm tests/cli/parts/flags/char.c -msse2
? 2
error: -msse2 is not supported: it is not known to leave arm as it is

$ proofmark check --target powerpc tests/cli/parts/flags/char.c
? 1
error: invalid value 'powerpc' for '--target <NAME>': no target 'powerpc' (big-endian machines are not supported): there are i386, x86_64, x86_64-windows, arm, arm-linux, aarch64, riscv32, riscv64

For more information, try '--help'.

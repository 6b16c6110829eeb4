Registers that are no objects yet are named with the options that make them some, volatile objects with the one that lets hardware change them.

$ proofmark check --engine kind tests/cli/parts/hardware/driver.c
? 10
tests/cli/parts/hardware/driver.c function main
[main.pointer.1] line 10 dereference: pointer valid for writing in (*(volatile unsigned *)0x40021000) = 1: FAILURE
  because: address 0x40021000 belongs to no object (a register there: --mmio 0x40021000:4)
[main.pointer.2] line 11 dereference: pointer valid for writing in ((struct uart *)0x40004400)->control = 3: UNREACHABLE
[main.pointer.3] line 12 dereference: pointer valid in ((struct uart *)0x40004400)->status: UNREACHABLE
[main.pointer.4] line 15 dereference: pointer valid in ((struct uart *)0x40004400)->data: UNREACHABLE
[main.division-by-zero.1] line 15 division by zero in flag / (int)((struct uart *)0x40004400)->data: UNREACHABLE
[main.overflow.1] line 15 arithmetic overflow on signed / in flag / (int)((struct uart *)0x40004400)->data: UNREACHABLE

Volatile objects that only the program's own code changes (--nondet-volatile NAME: hardware changes it, too):
  ticks at tests/cli/parts/hardware/driver.c:6
  flag at tests/cli/parts/hardware/driver.c:7

6 properties: 1 FAILURE, 5 UNREACHABLE
hint: --trace shows how a failure comes about, --harness FILE.c writes it as a C program
hint: registers at fixed addresses: --mmio 0x40004400:12 --mmio 0x40021000:4
VERIFICATION FAILED

$ proofmark check --engine kind --mmio 0x40004400:12 --mmio 0x40021000:4 --nondet-volatile ticks tests/cli/parts/hardware/driver.c
? 10
...
[main.division-by-zero.1] line 15 division by zero in flag / (int)((struct uart *)0x40004400)->data: FAILURE
...
Volatile objects that only the program's own code changes (--nondet-volatile NAME: hardware changes it, too):
  flag at tests/cli/parts/hardware/driver.c:7
...
VERIFICATION FAILED

$ proofmark check --engine kind --trace --mmio 0x40004400:12 --mmio 0x40021000:4 --nondet-volatile=ticks,flag tests/cli/parts/hardware/driver.c
? 10
...
  tests/cli/parts/hardware/driver.c:10  main  mmio@0x40021000 at offset 0 = bytes 01 00 00 00
...
VERIFICATION FAILED

$ proofmark check --nondet-volatile unused tests/cli/parts/hardware/driver.c
? 1
proofmark: --nondet-volatile: the program uses no volatile object `unused` with static storage

$ proofmark check --mmio 0x40004400:12:rom tests/cli/parts/hardware/driver.c
? 1
error: invalid value '0x40004400:12:rom' for '--mmio <ADDR:SIZE[:ram]>': expected ADDR:SIZE or ADDR:SIZE:ram, e.g. 0x40000000:1024

For more information, try '--help'.

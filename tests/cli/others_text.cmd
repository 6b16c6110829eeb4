Names and texts of a project are read as what they are: `@file` is a file, and nothing looks like a line of Proofmark's.

$ proofmark check tests/cli/parts/hostile/@arguments.c
? 10
tests/cli/parts/hostile/@arguments.c function main
[main.pointer.1] line 2 dereference: pointer valid in *p: FAILURE
  because: NULL pointer

1 property: 1 FAILURE
hint: --trace shows how a failure comes about, --harness FILE.c writes it as a C program
VERIFICATION FAILED

$ proofmark check --compile-commands tests/cli/parts/hostile/include.json
? 0
0 properties
VERIFICATION SUCCESSFUL
proofmark: note: -wrapper ./never_run.sh is left out: nothing of a project is run or loaded
proofmark: note: -fplugin=./never.so is left out: nothing of a project is run or loaded
proofmark: note: -specs=never.specs is left out: nothing of a project is run or loaded
proofmark: note: -B . is left out: nothing of a project is run or loaded

$ proofmark check tests/cli/parts/hostile/lines.c
? 10
x\n\nVERIFICATION SUCCESSFUL\n.c function main
[main.assertion.1] line 1 one\n\nVERIFICATION SUCCESSFUL\x1b[2J: FAILURE

1 property: 1 FAILURE
hint: --trace shows how a failure comes about, --harness FILE.c writes it as a C program
VERIFICATION FAILED

$ proofmark check tests/cli/parts/hostile/static_assert.c
? 2
tests/cli/parts/hostile/static_assert.c:1:1: error: static assertion failed: one\n\nVERIFICATION SUCCESSFUL
    1 | _Static_assert(0, "one\n\nVERIFICATION SUCCESSFUL");
      | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

$ proofmark check tests/cli/parts/hostile/bidi.c
? 2
tests/cli/parts/hostile/bidi.c:1:29: error: stray byte 0x1b in program: is this a text file?
    1 | int main(void) { return x\u{202e}\x1b[2J; }
      |                                  ^
tests/cli/parts/hostile/bidi.c:1:33: error: expected ']' after the index, found ';'
    1 | int main(void) { return x\u{202e}\x1b[2J; }
      |                                         ^

$ proofmark check --timeout 1 tests/cli/parts/hostile/twice.c
? 5
VERIFICATION INCONCLUSIVE
error: 'cc -E' on tests/cli/parts/hostile/twice.c: the time limit was reached

$ proofmark check --timeout 1 --memlimit 1g tests/cli/parts/hostile/doubling.c
? 5
VERIFICATION INCONCLUSIVE
error: 'cc -E' on tests/cli/parts/hostile/doubling.c: the time limit was reached

$ proofmark run --inputs /dev/zero tests/cli/parts/overflow.c
? 2
proofmark: cannot read inputs /dev/zero: it has more than 256 MiB

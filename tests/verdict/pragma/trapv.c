// Where an overflow ends the program its check cannot be off.
// run: bmc -ftrapv
// expect: violated
int nondet_int(void);
int main(void) {
#pragma CPROVER check disable "signed-overflow"
    return nondet_int() + 1; // error: [main.overflow.1]
}

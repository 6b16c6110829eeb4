// A check that is off by default, in one function.
// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
unsigned nondet_uint(void);
unsigned plain(unsigned x) { return x + 1; }
#pragma CPROVER check push
#pragma CPROVER check enable "unsigned-overflow"
unsigned checked(unsigned x) { return x + 1; } // error: [checked.unsigned-overflow.1]
#pragma CPROVER check pop
int main(void) { return plain(nondet_uint()) + checked(nondet_uint()) > 7u; }

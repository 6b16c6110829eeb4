// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
int nondet_int(void);
int main(void) {
    int i = nondet_int(), n = nondet_int(), s;
#pragma CPROVER check push
#pragma CPROVER check disable "signed-overflow"
#pragma CPROVER check disable "undefined-shift"
    s = (n + 1) ^ (n << (i & 31)) ^ -n;
#pragma CPROVER check pop
    return s & 1;
}

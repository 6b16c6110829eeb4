// Checks that are switched off for a part of the source; behind the pop they are made again.
// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int nondet_int(void);
int a[4];
int main(void) {
    int i = nondet_int(), n = nondet_int(), s;
#pragma CPROVER check push
#pragma CPROVER check disable "signed-overflow"
#pragma CPROVER check disable "undefined-shift"
    s = (n + 1) ^ (n << (i & 31)) ^ -n;
#pragma CPROVER check pop
    s += n; // error: [main.overflow.1]
    return 0;
}

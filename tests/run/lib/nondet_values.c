// inputs: 5 -3 200 1 65535 4000000000 -9000000000 2.5 1
// expect: exit 0
// stdout: 5 -3 200 1 65535 4000000000 -9000000000 2.5 1
#include <stdio.h>
int __VERIFIER_nondet_int(void);
signed char nondet_schar(void);
unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);
unsigned short __VERIFIER_nondet_ushort(void);
unsigned int nondet_uint(void);
long __VERIFIER_nondet_long(void);
double __VERIFIER_nondet_double(void);
char __VERIFIER_nondet_char(void);
int main(void) {
    int a = __VERIFIER_nondet_int();
    int b = nondet_schar();
    int c = __VERIFIER_nondet_uchar();
    int d = __VERIFIER_nondet_bool();
    int e = __VERIFIER_nondet_ushort();
    unsigned f = nondet_uint();
    long g = __VERIFIER_nondet_long();
    double h = __VERIFIER_nondet_double();
    int i = __VERIFIER_nondet_char();
    printf("%d %d %d %d %d %u %ld %g %d\n", a, b, c, d, e, f, g, h, i);
    return 0;
}

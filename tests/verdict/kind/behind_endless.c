// run: check --engine kind
// expect: violated
// The first loop need not end; what the others do is known only where they are followed.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char a[6], b[6];
    int n = 0;
    while (__VERIFIER_nondet_int() == 1) n = __VERIFIER_nondet_uchar();
    if (n > 6) n = 6;
    for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_uchar();
    for (int i = 0; i < n; i++) b[i] = a[n - 1 - i] | (n == 5 && i == 3);
    for (int i = 0; i < n; i++) __VERIFIER_assert(b[n - 1 - i] == a[i]); // error: [main.assertion.1]
    return 0;
}

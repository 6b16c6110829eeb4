// A proof that is not checked within the limit is open, and no mistake of Proofmark.
// run: bmc --engine bmc --timeout 1
// expect: inconclusive
int nondet_int(void);
int main(void) {
    int a = nondet_int(), b = nondet_int();
    if (b == 0 || a <= -2147483647) return 0;
    return a / b + a % b;
}

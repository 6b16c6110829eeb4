// A proof that is not checked within the limit is open, and no mistake of Proofmark.
// run: bmc --engine bmc --timeout 1
// expect: inconclusive
long long nondet_llong(void);
int main(void) {
    long long a = nondet_llong(), b = nondet_llong();
    if (b == 0 || a <= -9223372036854775807ll) return 0;
    return (int)(a / b + a % b);
}

// The program of the paper's first figure: its first property is violated where a and b are negative.
// run: check --engine paths, check --engine paths --strategy dpvs, check --engine paths --strategy cpbpv
// expect: violated
int nondet_int(void);
void __CPROVER_assume(_Bool);
int main(void) {
    int a = nondet_int(), b = nondet_int();
    __CPROVER_assume(-100 <= a && a <= 100 && -100 <= b && b <= 100);
    int c, d, e, f;
    if (a >= 0) {
        if (a < 10) f = b - 1;
        else f = b - a;
        c = a;
        if (b >= 0) {
            d = a;
            e = b;
        } else {
            d = a;
            e = -b;
        }
    } else {
        c = b;
        d = 1;
        e = -a;
        if (a > b) f = b + e + a;
        else f = e * a - b;
    }
    c = c + d + e;
    __CPROVER_assert(c >= d + e, "p1"); // error: [main.assertion.1]
    return f;
}

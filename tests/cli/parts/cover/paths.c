int __VERIFIER_nondet_int(void);
void abort(void);
static int classify(int x) {
    int kind = 0;
    if (x > 10)
        kind = 1;
    switch (kind) {
    case 0:
    case 5:
        kind = 2;
        break;
    case 1:
        break;
    default:
        kind = 7;
    }
    if (x > 20)
        kind += 3;
    return kind;
}
static int count(int n) {
    int odd = 0;
    for (int i = 0; i < n; i++) {
        if (i & 1)
            odd++;
        if (odd > 1000)
            abort();
    }
    return odd;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    return n >= 0 && n < 5 ? count(n) : classify(n);
}

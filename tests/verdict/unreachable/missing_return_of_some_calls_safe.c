// A result that is missing does no harm where nobody wants it, and leaves no trace for calls behind it.
// run: bmc, bmc --engine kind, bmc --engine auto
// expect: proved
int nondet_int(void);
struct s {
    int a;
};
static int plain(int k) {
    if (k > 0)
        return 1;
}
static struct s record(int k) {
    struct s s = {1};
    if (k > 0)
        return s;
}
static int calls(int k) {
    plain(-k);
    return k;
}
static int nested(int n) {
    if (n == 0)
        return 1;
    nested(n - 1);
    if (n == 2)
        return 2;
}
int (*table[2])(int) = {plain, calls};
int main(void) {
    int k = nondet_int() & 1;
    plain(-1);
    record(-1);
    table[0](-1);
    int sum = plain(1 + k) + record(1).a + table[k](2) + nested(2);
    nested(1);
    __CPROVER_assert(sum == (k ? 6 : 5), "all of them");
    return 0;
}

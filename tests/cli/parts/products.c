// Products of 128 bits: many clauses.
unsigned long long nondet_ulonglong(void);
typedef unsigned __int128 wide;
int main(void) {
    wide a = nondet_ulonglong(), b = nondet_ulonglong(), c = nondet_ulonglong(), d = nondet_ulonglong();
    wide x = (a * b) * (c * d), y = (d * c + 1) * (b * a);
    __CPROVER_assert(x + a * b == y || (a ^ b) * (c ^ d) % (x | 1) == 3, "distributive");
    return 0;
}

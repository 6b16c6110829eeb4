// What a contradiction needs may be older than the decision that showed it: with the first order of variables this was once proved.
// run: check --engine paths --strategy dpvs --order fifo --store none, check --engine paths --strategy dpvs --order latest
// expect: violated
short nondet_short(void);
void __CPROVER_assume(_Bool);
short a[4];
int main(void) {
    short key = nondet_short();
    for (int i = 0; i < 4; i++) a[i] = nondet_short();
    for (int i = 0; i + 1 < 4; i++) __CPROVER_assume(a[i] <= a[i + 1]);
    int low = 0, high = 3, found = -1;
    while (low <= high && found < 0) {
        int middle = (low + high) / 2;
        if (a[middle] == key) found = middle;
        else if (a[middle] < key) low = middle + 1;
        else high = middle - 1;
    }
    if (found >= 0) __CPROVER_assert(a[found] != 300, "not this one"); // error: [main.assertion.1]
}

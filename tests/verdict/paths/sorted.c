// Differences of the elements of a sorted array: a search that leaves one out.
// run: check --engine paths, check --engine paths --strategy dpvs, check --engine paths --strategy cpbpv
// expect: violated
short nondet_short(void);
void __CPROVER_assume(_Bool);
short a[6];
int main(void) {
    short key = nondet_short();
    for (int i = 0; i < 6; i++) a[i] = nondet_short();
    for (int i = 0; i + 1 < 6; i++) __CPROVER_assume(a[i] <= a[i + 1]);
    int low = 0, high = 5, found = -1;
    while (low <= high && found < 0) {
        int middle = (low + high) / 2;
        if (a[middle] == key) found = middle;
        else if (a[middle] < key) low = middle + 2;
        else high = middle - 1;
    }
    for (int i = 0; i < 6; i++) __CPROVER_assert(found >= 0 || a[i] != key, "not there"); // error: [main.assertion.1]
}

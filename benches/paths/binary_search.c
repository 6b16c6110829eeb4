/* Binary search in a sorted array of N 16-bit elements: a strong precondition, and every path matters. With -D BUGGY the right half begins one element too late. */
#include <assert.h>

#ifndef N
#define N 16
#endif

#ifdef BUGGY
#define NEXT 2
#else
#define NEXT 1
#endif

short nondet_short(void);
void __CPROVER_assume(_Bool);

short a[N];

int main(void) {
    short key = nondet_short();
    for (int i = 0; i < N; i++) a[i] = nondet_short();
    for (int i = 0; i + 1 < N; i++) __CPROVER_assume(a[i] <= a[i + 1]);
    int low = 0, high = N - 1, found = -1;
    while (low <= high && found < 0) {
        int middle = (low + high) / 2;
        if (a[middle] == key) found = middle;
        else if (a[middle] < key) low = middle + NEXT;
        else high = middle - 1;
    }
    if (found >= 0) {
        assert(a[found] == key);
    } else {
        for (int i = 0; i < N; i++) assert(a[i] != key);
    }
    return 0;
}

// run: check --engine bmc
// expect: safe
// The average and a count do not depend on the order of the elements: sums are the same in any order, and no solver has to find that out.
#include <assert.h>
#define N 30
int nondet_int(void);

static int average(int *x) {
    long long sum = 0;
    for (int i = 0; i < N; i++)
        sum += x[i];
    return sum / N;
}

static int balance(int *x) {
    int even = 0;
    for (int i = 0; i < N; i++) {
        if (x[i] % 2 == 0)
            even++;
        else
            even--;
    }
    return even;
}

int main(void) {
    int x[N], y[N];
    for (int i = 0; i < N; i++)
        x[i] = nondet_int();
    for (int i = 0; i < N; i++)
        y[i] = x[(i + 7) % N];
    assert(average(x) == average(y));
    assert(balance(x) == balance(y));
    return 0;
}

// run: check --engine bmc, check --engine kind
// expect: safe
// Records of a pointer and a byte in an array that is too large to look at each of them.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

struct entry {
    int *target;
    unsigned char tag;
};

struct entry table[10000];
int x = 5, y = 6;

int main(void) {
    unsigned i = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    if (i >= 10000 || k >= 10000 || i == k) return 0;
    table[7].target = &x;
    table[9].tag = 3;
    table[i].target = &x;
    table[i].tag = 1;
    table[k].target = &y;
    table[k].tag = 2;
    int *p = table[i].target;
    assert(*p == 5 && table[i].tag == 1);
    assert(k == 7 || table[7].target == &x);
    struct entry copy = table[k];
    assert(*copy.target == 6 && copy.tag == 2);
    return 0;
}

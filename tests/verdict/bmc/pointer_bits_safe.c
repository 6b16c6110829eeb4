// A list whose links are the differences of its neighbours' addresses.
// expect: safe
#include <assert.h>
#include <stdint.h>
int nondet_int(void);
struct node { uintptr_t both; int data; };
int main(void) {
    struct node a = {0, 1}, b = {0, 2}, c = {0, 3};
    a.both = (uintptr_t)&b;
    b.both = (uintptr_t)&a ^ (uintptr_t)&c;
    c.both = (uintptr_t)&b;
    int backward = nondet_int();
    struct node *at = backward ? &c : &a;
    uintptr_t before = 0;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        sum = sum * 10 + at->data;
        uintptr_t next = at->both ^ before;
        before = (uintptr_t)at;
        at = (struct node *)next;
    }
    assert(sum == (backward ? 321 : 123) && at == 0);
    return 0;
}

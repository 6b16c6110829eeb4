// What stays the same is not chosen anew.
// run: bmc --timeout 20
// expect: proved
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
    assert(getpid() == getpid());
    FILE *f = fopen("a", "r");
    if (f) {
        assert(fileno(f) == fileno(f) && fileno(f) > 2);
        fclose(f);
    }
    srand(1);
    int a = rand(), b = rand();
    srand(1);
    assert(a == rand() && b == rand());
    unsigned s = 7, t = 7;
    int n = rand_r(&s);
    assert(n == rand_r(&t) && s == t && rand_r(&s) == rand_r(&t));
    return 0;
}

// Without such a call it stays, and whatever it becomes, it ends within its object.
// run: bmc --engine bmc
// expect: proved
#include <stdlib.h>
int main(void) {
    char *a = getenv("A");
    if (!a || !*a)
        return 0;
    char before = *a;
    __CPROVER_assert(*a == before, "as before");
    setenv("B", "x", 1);
    return a[0] == 0 ? 1 : a[1];
}

// What a structure points to is reached where it is passed as a `void *` or a `char *`, too.
// run: bmc -DCASE=0, bmc -DCASE=1, bmc -DCASE=2
// expect: violated
struct s {
    int *p;
};
void f(void *);
void g(char *);
void h(const void *);
int main(void) {
    int x = 1;
    struct s s = {&x};
#if CASE == 0
    f(&s);
#elif CASE == 1
    g((char *)&s);
#else
    h(&s);
#endif
    __CPROVER_assert(x == 1, "unchanged"); // error: [main.assertion.1]
    return 0;
}

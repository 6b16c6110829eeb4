// run: bmc
// expect: proved
struct s {
    const int *p;
};
void f(void *);
void g(const void *);
int main(void) {
    int x = 1;
    struct s s = {&x}, t = {&x};
    f(&s);
    g(&t);
    __CPROVER_assert(x == 1 && t.p == &x, "unchanged");
    return 0;
}

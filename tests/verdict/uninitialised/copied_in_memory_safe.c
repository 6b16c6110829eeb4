// Indeterminate members and elements may be moved from object to object, one by one as all at once.
// run: run, bmc --uninitialised-check
// expect: safe
struct s { int a, b; };
int main(void) {
    struct s s, t, *p = &s;
    int x[4];
    x[0] = 1;
    p->a = p->b;
    x[2] = x[1];
    *&x[3] = p->a;
    t = s;
    x[1] = x[0];
    return x[1] - 1;
}

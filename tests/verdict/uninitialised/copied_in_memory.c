// The copy is as indeterminate as what was copied.
// run: run, bmc --uninitialised-check
// expect: violated
struct s { int a, b; };
int main(void) {
    struct s s, *p = &s;
    p->a = p->b;
    return p->a == 0; // error: [main.uninitialised.1]
}

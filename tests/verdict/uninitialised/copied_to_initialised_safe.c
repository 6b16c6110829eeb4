// Copies of what has a value have one; what is copied from one static object to another without being used may have none.
// run: bmc --uninitialised-check, bmc --engine kind --uninitialised-check, bmc --engine auto --uninitialised-check
// expect: proved
int nondet_int(void);
struct s {
    int a, b;
};
static struct s one, two;
int main(void) {
    struct s u;
    u.b = nondet_int();
    one = u;
    two.a = one.a;
    two.b = one.b;
    if (two.b > 3)
        return 1;
    two.a = 0;
    return two.a;
}

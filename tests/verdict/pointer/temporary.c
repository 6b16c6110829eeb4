// A record value that is no lvalue lives to the end of the full expression (C11 6.2.4p8).
// run: bmc, bmc --engine bmc
// expect: violated
struct s {
    int a[2];
};
int __VERIFIER_nondet_int(void);
static struct s g, h;
static int *kept;
static struct s made(void) {
    struct s s = {{1, 2}};
    return s;
}
static void keep(int *p) {
    kept = p;
}
int main(void) {
    switch (__VERIFIER_nondet_int()) {
    case 1: {
        int *p = made().a;
        return *p; // error: [main.pointer.1]
    }
    case 2:
        keep(made().a);
        return *kept; // error: [main.pointer.2]
    case 3:
        if ((kept = made().a) != 0)
            return *kept; // error: [main.pointer.3]
        return 0;
    case 4:
        kept = (g = h).a;
        return *kept; // error: [main.pointer.4]
    case 5:
        for (kept = 0;; kept = made().a)
            if (kept)
                return *kept; // error: [main.pointer.5]
    default:
        while ((kept = (h.a[0] ? g : h).a) != 0)
            return *kept; // error: [main.pointer.6]
    }
    return 0;
}

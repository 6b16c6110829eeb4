// expect: violated
int nondet_int(void);
struct point {
    int x, y;
};
static struct point mirror(struct point p) {
    struct point q = {p.y, p.x};
    return q;
}
int main(void) {
    struct point p = {nondet_int(), 3};
    struct point q = mirror(p);
    __CPROVER_assert(q.y != 1000, "y was x"); // error: [main.assertion.1]
    return 0;
}

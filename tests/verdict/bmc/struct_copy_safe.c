// expect: proved
int nondet_int(void);
struct point {
    int x, y;
};
static struct point mirror(struct point p) {
    struct point q = {p.y, p.x};
    return q;
}
int main(void) {
    struct point p = {nondet_int(), nondet_int()};
    struct point q = mirror(mirror(p));
    __CPROVER_assert(q.x == p.x && q.y == p.y, "twice is nothing");
    return 0;
}

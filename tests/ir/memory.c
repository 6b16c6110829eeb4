// Objects, members, bit-fields and their checks.
struct s { int a : 3; unsigned b : 5; int c[2]; };
static struct s g = {1, 2, {3, 4}};
static int f(struct s *p, int i) {
    p->b = 7;
    return p->a + p->c[i];
}
int main(void) { return f(&g, 1); }

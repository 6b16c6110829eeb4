// What no element points to stays; an array of constants is not written.
// run: bmc, bmc --engine kind
// expect: proved
struct s {
    const int *p;
    char text[3];
};
void f(const int *const *);
void g(struct s *);
int main(void) {
    int x = 1, y = 1;
    const int *a[2] = {&x, &y};
    struct s two[2] = {{&x, "a"}, {&y, "b"}};
    f(a);
    g(two);
    __CPROVER_assert(x == 1 && y == 1 && a[1] == &y, "unchanged");
    return 0;
}

// A static object whose address comes to code elsewhere on any way is written by later calls, too.
// run: bmc -DCASE=0, bmc -DCASE=1, bmc -DCASE=2, bmc -DCASE=3, bmc -DCASE=4, bmc -DCASE=5, bmc -DCASE=6
// expect: violated
static int hidden;
void f(int *);
void h(void);
void v(int, ...);
struct s {
    int *p;
};
void g(struct s *);
extern int *visible;
static int *pointer = &hidden;
static int *get(void) {
    return &hidden;
}
static void pass(int *p) {
    f(p);
}
int main(void) {
    struct s s = {0};
    void (*call)(int *) = f;
#if CASE == 0
    pass(&hidden);
#elif CASE == 1
    f(get());
#elif CASE == 2
    f(pointer);
#elif CASE == 3
    v(1, &hidden);
#elif CASE == 4
    call(&hidden);
#elif CASE == 5
    s.p = &hidden;
    g(&s);
#else
    visible = &hidden;
#endif
    hidden = 0;
    h();
    __CPROVER_assert(hidden == 0, "unchanged"); // error: [main.assertion.1]
    return 0;
}

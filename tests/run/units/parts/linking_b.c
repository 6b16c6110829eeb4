int shared[4] = {1, 2, 3};
int tentative;
int tentative = 9;
static int hidden = 20;
static int helper(void) { return hidden; }
int add(int a, int b) { return a + b + helper(); }
const char *const names[2] = {"zero", "one"};
struct opaque { int v; };
struct opaque *make(int v) {
    static struct opaque o;
    o.v = v;
    return &o;
}
int value(const struct opaque *o) { return o->v; }
int call_back(int (*f)(void)) { return f() + helper(); }

// expect: safe
struct s { int a, b; };
int main(void) {
    struct s s, *p = &s;
    p->b = 3;
    return 0;
}

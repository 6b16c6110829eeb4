// expect: safe
struct s { int a[2]; int b; };
int main(void) {
    struct s s = {{0, 0}, 7};
    int i = 1;
    return s.a[i];
}

// expect: safe
static int f(int x) {
    switch (x) {
    case 1:
        return 0;
    }
    __builtin_unreachable();
}
int main(void) {
    return f(1);
}

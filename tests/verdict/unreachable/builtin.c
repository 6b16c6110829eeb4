// expect: violated
static int f(int x) {
    switch (x) {
    case 1:
        return 0;
    }
    __builtin_unreachable(); // error: [f.unreachable.1]
}
int main(void) {
    return f(2);
}

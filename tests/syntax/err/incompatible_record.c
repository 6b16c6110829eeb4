struct a { int x; } a;
struct b { int x; } b;
int main(void) {
    a = b; // error:
    return 0;
}

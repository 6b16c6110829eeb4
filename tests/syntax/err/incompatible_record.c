struct a { int x; } a;
struct b { int x; } b;
int main(void) {
    a = b; // error: incompatible types when assigning to type 'struct a' from type 'struct b'
    return 0;
}

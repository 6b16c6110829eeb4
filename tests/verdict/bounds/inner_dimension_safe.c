// An index beyond the inner dimension is wrong although it stays in the object.
// expect: safe
int main(void) {
    int m[2][3] = {{0}};
    int j = 2;
    return m[1][j];
}

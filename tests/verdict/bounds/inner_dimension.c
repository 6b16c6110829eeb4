// An index beyond the inner dimension is wrong although it stays in the object.
// expect: violated
int main(void) {
    int m[2][3] = {{0}};
    int j = 3;
    return m[0][j]; // error: [main.bounds.1]
}

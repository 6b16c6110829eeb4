// Each element is checked.
// run: run, bmc
// expect: violated
typedef int v2 __attribute__((vector_size(8)));
int main(void) {
    v2 a = { 1, 2147483647 };
    v2 b = a + 1; // error: [main.overflow.2]
    return b[0] == 2;
}

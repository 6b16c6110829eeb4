// A call without a prototype passes as many arguments as there are parameters, of their promoted types (C11 6.5.2.2p6).
// run: check, check --engine bmc, check --engine kind, run
// expect: violated
int twice(int n) { return 2 * n; }

int main(void) {
    int (*f)() = twice;
    return f(3, 4); // error: [main.pointer.1]
}

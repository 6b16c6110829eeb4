// A call without a prototype passes what is wider than the parameter.
// run: check, check --engine bmc, check --engine kind, run
// expect: violated
int twice(int n) { return 2 * n; }

int main(void) {
    int (*f)() = twice;
    return f(3L); // error: [main.pointer.1]
}

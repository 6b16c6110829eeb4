// _Pragma is the same; a pragma holds for the text behind it, and not for what is called from there.
// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int divide(int a, int b) { return a / b; } // error: [divide.division-by-zero.1]
#define UNCHECKED _Pragma("CPROVER check push") _Pragma("CPROVER check disable \"div-by-zero\"")
#define CHECKED _Pragma("CPROVER check pop")
int main(void) {
    int r;
    UNCHECKED
    r = divide(1, 0);
    CHECKED
    return r;
}

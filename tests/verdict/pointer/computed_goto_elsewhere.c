// A value that is the address of no label of the function.
// run: run, bmc
// expect: violated
int main(void) {
    int x = 0;
    void *p = &x;
    if (x)
        p = &&out;
    goto *p; // error: [main.unreachable.1]
out:
    return 0;
}

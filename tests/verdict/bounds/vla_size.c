// run: check --32 --no-vla-bound-check
// expect: violated
// The twin of vla_size_safe.c: an array without elements.
int nondet_int(void);

int main(void) {
    int n = nondet_int();
    if (n < 0)
        return 0;
    int a[n];
    a[0] = 5; // error: [main.pointer.1]
    return 0;
}

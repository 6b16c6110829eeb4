// Executions that leave a loop at different iterations ask for the same inputs behind it: the audit gives each execution its own.
// run: check --engine bmc --audit 2000, check --audit 2000
// expect: proved
int nondet_int(void);
int main(void) {
    int a[3], n = 0;
    while (n < 3 && nondet_int() > 0)
        a[n++] = nondet_int();
    for (int i = 0; i < n; i++) {
        if (a[i] == 3)
            return i;
        if (nondet_int() == 9)
            return -2;
    }
    return 0;
}

// C23 has binary numbers, in functions of other names.
// run: bmc
// expect: violated
long __isoc23_strtol(const char *s, char **end, int base);
int __isoc23_sscanf(const char *s, const char *format, ...);
int main(void) {
    __CPROVER_assert(__isoc23_strtol("0b101", 0, 0) == 0, "as before"); // error: [main.assertion.1]
    int x;
    __CPROVER_assert(__isoc23_sscanf("0b11", "%i", &x) != 1 || x != 3, "as before"); // error: [main.assertion.2]
    return 0;
}

// run: bmc
// expect: proved
long strtol(const char *s, char **end, int base);
long __isoc23_strtol(const char *s, char **end, int base);
int __isoc23_sscanf(const char *s, const char *format, ...);
int main(void) {
    char *end;
    __CPROVER_assert(__isoc23_strtol("-0B101", &end, 2) == -5 && *end == 0, "with its base");
    __CPROVER_assert(__isoc23_strtol("0b2", &end, 0) == 0 && *end == 'b', "no digit");
    __CPROVER_assert(strtol("0b101", &end, 0) == 0 && *end == 'b', "before C23");
    int x;
    __CPROVER_assert(__isoc23_sscanf("0b11 101", "%i %b", &x, (unsigned *)&x) == 2 && x == 5, "scanned");
    return 0;
}

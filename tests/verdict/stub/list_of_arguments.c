// A function without a body that is given a `va_list` may write to what the arguments point to.
// run: bmc --engine bmc, bmc --engine kind, bmc --32, bmc --target arm, bmc --target aarch64
// expect: violated
typedef __builtin_va_list va_list;
void vread_line(const char *format, va_list list);
void reach_error(void);
static void read_line(const char *format, ...) {
    va_list list;
    __builtin_va_start(list, format);
    vread_line(format, list);
    __builtin_va_end(list);
}
int main(void) {
    int value = 1, other = 1;
    read_line("%d %d", 5, &value);
    if (value != 1) reach_error(); // error: [main.error.1]
    return other - 1;
}

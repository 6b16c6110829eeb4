// What is not among the arguments stays as it is.
// run: bmc, bmc --32, bmc --target arm
// expect: safe
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
    read_line("%d", &value);
    if (other != 1) reach_error();
    return 0;
}

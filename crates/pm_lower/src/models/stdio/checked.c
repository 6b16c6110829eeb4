// What _FORTIFY_SOURCE makes of formatted output: the flag asks for checks while it is printed, which are made without it.
int vprintf(const char *format, __builtin_va_list args);
int vfprintf(void *stream, const char *format, __builtin_va_list args);
int vdprintf(int descriptor, const char *format, __builtin_va_list args);

int __printf_chk(int flag, const char *format, ...) {
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int n = vprintf(format, args);
    __builtin_va_end(args);
    return n;
}

int __fprintf_chk(void *stream, int flag, const char *format, ...) {
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int n = vfprintf(stream, format, args);
    __builtin_va_end(args);
    return n;
}

int __dprintf_chk(int descriptor, int flag, const char *format, ...) {
    __builtin_va_list args;
    __builtin_va_start(args, format);
    int n = vdprintf(descriptor, format, args);
    __builtin_va_end(args);
    return n;
}

int __vprintf_chk(int flag, const char *format, __builtin_va_list args) {
    return vprintf(format, args);
}

int __vfprintf_chk(void *stream, int flag, const char *format, __builtin_va_list args) {
    return vfprintf(stream, format, args);
}

int __vdprintf_chk(int descriptor, int flag, const char *format, __builtin_va_list args) {
    return vdprintf(descriptor, format, args);
}

// errno of glibc (`__errno_location`) and newlib (`__errno`).

static int value;

int *__errno_location(void) {
    return &value;
}

int *__errno(void) {
    return &value;
}

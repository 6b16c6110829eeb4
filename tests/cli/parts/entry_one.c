static int start(void) {
    return 1;
}

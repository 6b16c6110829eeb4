static int start(void) {
    return 2;
}

// expect: unsupported
int main(void) {
    void *p = &&end; // error: label
    goto *p; // error: computed goto
end:
    return 0;
}

// expect: unsupported
int main(void) {
    void *p = &&end; // error: label
    goto *p;
end:
    return 0;
}

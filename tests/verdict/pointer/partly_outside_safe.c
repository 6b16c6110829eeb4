// expect: safe
int main(void) {
    char b[8] __attribute__((aligned(4))) = {0};
    char *c = b + 4;
    int *p = (int *)(void *)c;
    return *p;
}

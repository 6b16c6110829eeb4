// expect: violated
int main(void) {
    char b[6] = {0};
    char *c = b + 3;
    int *p = (int *)(void *)c;
    return *p; // error: [main.pointer.1]
}

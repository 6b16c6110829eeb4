// expect: violated
int main(void) {
    int *p = (int *)0x1234;
    return *p; // error: [main.pointer.1]
}

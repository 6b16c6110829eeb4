// expect: violated
int main(void) {
    int *p = 0;
    return *p; // error: [main.pointer.1]
}

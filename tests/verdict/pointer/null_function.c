// expect: violated
int main(void) {
    int (*f)(void) = 0;
    return f(); // error: [main.pointer.1]
}

// expect: violated
int main(void) {
    char *s = "abc";
    s[0] = 'x'; // error: [main.pointer.1]
    return 0;
}

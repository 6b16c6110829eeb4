// expect: violated
int main(void) {
    int i = 4;
    return "abc"[i]; // error: [main.bounds.1]
}

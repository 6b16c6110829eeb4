// expect: violated
int main(void) {
    int x;
    return x + 1; // error: [main.uninitialised.1]
}

// A variable is indeterminate again where its declaration is reached again.
// expect: violated
int main(void) {
    int r = 0;
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0)
            x = 0;
        r += x; // error: [main.uninitialised.1]
    }
    return r;
}

// expect: violated
int main(void) {
    int a[2];
    a[0] = 1;
    int i = 1;
    return a[i]; // error: [main.uninitialised.1]
}

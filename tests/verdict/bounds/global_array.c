// expect: violated
int a[4];
int main(void) {
    int i = 4;
    return a[i]; // error: [main.bounds.1]
}

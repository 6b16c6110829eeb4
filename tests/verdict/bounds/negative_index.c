// expect: violated
int main(void) {
    int a[2] = {1, 2};
    int i = -1;
    return a[i]; // error: [main.bounds.1]
}

// expect: safe
int main(void) {
    int a[2] = {0, 2};
    int i = 0;
    return a[i];
}

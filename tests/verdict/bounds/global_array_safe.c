// expect: safe
int a[4];
int main(void) {
    int i = 3;
    return a[i];
}

// expect: safe
int main(void) {
    int a[2] = {1};
    int i = 1;
    return a[i];
}

// expect: violated
static int get(int n, int i) {
    int a[n];
    for (int k = 0; k < n; k++)
        a[k] = 0;
    return a[i]; // error: [get.pointer.2]
}
int main(void) {
    return get(3, 3);
}

int a[4];
int main(void) {
    int i = 2, z = i - 1;
    a[i] = 8 / z;
    return a[i] + i;
}

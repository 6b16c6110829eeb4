// More elements than are followed.
// run: bmc
// expect: inconclusive
// message: can reach more through pointers than is followed
void f(int **);
int main(void) {
    int x = 1, y = 1, *a[20];
    for (int i = 0; i < 20; i++)
        a[i] = &x;
    a[19] = &y;
    f(a);
    __CPROVER_assert(y == 1, "unchanged");
    return 0;
}

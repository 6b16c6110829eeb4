// Within the full expression that makes it, a record value is an object like any other.
// run: bmc, bmc --engine bmc, bmc --engine kind
// expect: proved
struct s {
    int a[2];
};
static struct s made(int n) {
    struct s s = {{n, 2}};
    return s;
}
static int first(int *p) {
    return *p;
}
int main(void) {
    struct s x, y = made(7);
    int sum = first(made(1).a) + first((x = y).a);
    for (int i = 0; i < 3; i++)
        if (made(i).a[0] == i && made(i).a[1] == 2)
            sum++;
    while (made(sum).a[0] > 9)
        sum--;
    do
        sum++;
    while (made(sum).a[0] < 12);
    __CPROVER_assert(sum == 12 && x.a[0] == 7, "values");
    return 0;
}

int nondet_int(void);
int main(void) {
    int x = nondet_int();
    if (x > 1000)
        x = 1000;
    if (x < -1000)
        return 1;
    __CPROVER_assert(x + x <= 2000, "in range");
    return x == 2000 ? x + 1 : 0;
}

int nondet_int(void);
unsigned char nondet_uchar(void);
int main(void)
{
    int x = nondet_int(), n = 0;
again:
    n++;
    if (x > 3) {
        x--;
        if (nondet_int() == 1)
            goto out;
        goto again;
    }
    for (int i = 0; i < 10; i++) {
        if (nondet_int() == 0)
            continue;
        if (i == x)
            break;
        n += i;
    }
    if (nondet_int() == 2)
        goto again;
out:
    __CPROVER_assert(n < 30, "n");
    return 0;
}

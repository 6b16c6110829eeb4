int nondet_int(void);
unsigned char nondet_uchar(void);
int main(void)
{
    int a[6] = {3, 1, 4, 1, 5, 9};
    int *p = a, *end = a + 6, sum = 0;
    while (p != end) {
        sum += *p;
        if (nondet_int() == 1)
            *p = 0;
        p++;
    }
    for (p = a; p < end && *p; p += 1 + (nondet_int() & 1))
        sum -= *p;
    __CPROVER_assert(sum != 19, "sum");
    return *p;
}

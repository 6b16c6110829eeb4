int nondet_int(void);
unsigned char nondet_uchar(void);
int main(void)
{
    int n = nondet_int(), m = nondet_int(), sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = i; j < m; j++) {
            sum += i * j;
            if (nondet_int() == 5)
                sum--;
        }
    __CPROVER_assert(sum != 6 && sum != 11, "sum");
    return 0;
}

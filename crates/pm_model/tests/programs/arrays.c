int nondet_int(void);
unsigned char nondet_uchar(void);
int buf[8];
int main(void)
{
    int local[4] = {1, 2, 3, 4};
    unsigned n = 0;
    while (nondet_int() != 2) {
        unsigned i = nondet_uchar() % 8;
        buf[i] = local[n % 4];
        local[i / 2] += buf[(i + 1) % 8];
        n++;
    }
    __CPROVER_assert(buf[3] != 4 || local[1] != 2, "elements");
    return buf[n];
}

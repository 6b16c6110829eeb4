int nondet_int(void);
unsigned char nondet_uchar(void);
static unsigned gcd(unsigned a, unsigned b) { return b == 0 ? a : gcd(b, a % b); }
int main(void)
{
    unsigned g = gcd(36, 24), n = 0;
    while (nondet_int() > 2)
        n += g;
    __CPROVER_assert(n != 36, "n");
    return 0;
}

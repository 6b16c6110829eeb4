int nondet_int(void);
unsigned char nondet_uchar(void);
union u {
    unsigned word;
    unsigned char byte[4];
} u;
int main(void)
{
    unsigned char *p = (unsigned char *)&u;
    while (nondet_int() != 3) {
        u.byte[nondet_uchar() % 4]++;
        if (nondet_int() == 1)
            u.word += 255;
        p[1] ^= 1;
    }
    __CPROVER_assert(u.word % 7 != 3, "rest");
    return 0;
}

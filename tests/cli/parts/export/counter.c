int nondet_int(void);

int main(void)
{
    unsigned char x = 0, y = 0;
    while (nondet_int() != 1) {
        if (x < 10) {
            x++;
            y += 2;
        }
    }
    __CPROVER_assert(y == 2 * x, "twice");
    return 0;
}

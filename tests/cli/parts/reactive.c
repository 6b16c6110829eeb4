unsigned nondet_uint(void);
int main(void)
{
    unsigned level = 0;
    while (1) {
        if (nondet_uint() & 1)
            level++;
        __CPROVER_assert(level != 12, "overflow of the tank");
        for (unsigned i = 0; i < (level & 3); i++)
            __CPROVER_assert(i < 3, "inner");
    }
}

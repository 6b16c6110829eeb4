// Numbers that a function without a body returns are indices, and nothing that it could know objects by: what is static stays as it is.
// run: bmc, bmc --engine kind
// expect: proved
extern int in(void);

static int tab[2];
static int *places[2] = {&tab[0], &tab[1]};

int main(void)
{
    int *p = &tab[in() & 1];
    *p = 1;
    *((int **)((char *)places + sizeof(int *) * (in() & 1))) = &tab[0];
    *(int **)((char *)places + 0) = (int *)((char *)tab + 4 * (in() & 1));
    in();
    __CPROVER_assert(*places[0] <= 1, "what is static is not written elsewhere");
    return 0;
}

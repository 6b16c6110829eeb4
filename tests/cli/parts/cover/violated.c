int __VERIFIER_nondet_int(void);

int main(void)
{
    int n[4] = {0};
    int at = __VERIFIER_nondet_int();
    if (at < 0 || at > 4)
        return 1;
    if (at == 4)
        n[at - 4] = 1;
    if (at == 3)
        n[at + 1] = 1;
    return n[0];
}

// Where two paths meet, one side's pointer is cut into bytes; the write at a symbolic index keeps the pointers that it does not hit.
// run: bmc, bmc --uninitialised-check, check --engine kind, check --engine ic3cfa
// expect: safe
int __VERIFIER_nondet_int(void);
void *memcpy(void *, const void *, unsigned long);
static int pool[2], *tab[4];
int main(void) {
    int a = __VERIFIER_nondet_int() & 3;
    int b = __VERIFIER_nondet_int() & 3;
    if (a == 1)
        memcpy(tab, tab + 1, sizeof *tab);
    else
        tab[b] = &pool[1];
    tab[a] = 0;
    if (!tab[0])
        return 0;
    return *tab[0];
}

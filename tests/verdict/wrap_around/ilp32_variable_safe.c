// run: bmc --32, bmc --32 --engine bmc, bmc --32 --engine kind
// expect: safe
struct big { char c, rest[65535]; } object;
int __VERIFIER_nondet_int(void);
int main(void) {
    struct big *p = &object;
    int i = __VERIFIER_nondet_int();
    if (i)
        return 0;
    return p[i].c;
}

// run: bmc --32, bmc --32 --engine bmc, bmc --32 --engine kind
// expect: violated
struct big { char c, rest[65535]; } object;
int __VERIFIER_nondet_int(void);
int main(void) {
    struct big *p = &object;
    int i = __VERIFIER_nondet_int();
    if (i != 65536)
        return 0;
    return p[i].c; // error: [main.pointer.1]
}

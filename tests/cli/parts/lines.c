int __VERIFIER_nondet_int(void);
static int unused(int *p) { return *p; }

int main(void) {
    int x = __VERIFIER_nondet_int();
    __CPROVER_assert(x != 7, "not seven");
    return 0;
}

// A large object that is written on one of two paths.
// run: bmc, bmc --engine kind
// expect: violated
int table[5000];
void refill(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    table[7] = 3;
    int n = __VERIFIER_nondet_int();
    if (n)
        refill();
    __CPROVER_assert(n || table[7] == 3, "as it was");
    __CPROVER_assert(table[4999] == 0, "never written"); // error: [main.assertion.2]
    return 0;
}

// run: bmc, bmc --engine bmc
// expect: safe
int nondet_int(void);
int main(void) {
    __CPROVER_assert(__CPROVER_forall { unsigned i; __CPROVER_exists { int k; 0 <= k && k < 3 && i % 3 == k } }, "rests");
    __CPROVER_assert(__CPROVER_exists { int k; 0 <= k && k < 3 && __CPROVER_forall { unsigned i; i * 2 % 2 == k } }, "one for all");
    return 0;
}

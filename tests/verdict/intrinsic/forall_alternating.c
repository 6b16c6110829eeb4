// An assertion of a forall of an exists: for each value there is one.
// run: bmc, bmc --engine bmc
// expect: violated
int nondet_int(void);
int main(void) {
    __CPROVER_assert(__CPROVER_forall { int i; __CPROVER_exists { int k; 0 <= k && k < 3 && i % 3 == k } }, "signs"); // error: [main.assertion.1]
    __CPROVER_assert(__CPROVER_exists { int k; 0 <= k && k < 3 && __CPROVER_forall { unsigned i; i % 3 == k } }, "one for all"); // error: [main.assertion.2]
    return 0;
}

// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
extern void abort(void);
void reach_error(void) { abort(); }
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int() & 7;
    if (x > 7)
        reach_error();
    return 0;
}

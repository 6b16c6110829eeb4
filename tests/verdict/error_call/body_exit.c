// run: bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
extern void exit(int);
void reach_error(void) { exit(0); }
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int() & 7;
    if (x == 7)
        reach_error(); // error: [main.error.1]
    return 0;
}

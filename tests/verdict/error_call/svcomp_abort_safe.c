// run: svcomp --property unreach-call --data-model LP64, svcomp --property unreach-call --data-model LP64 --engine bmc, svcomp --property unreach-call --data-model LP64 --engine kind
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

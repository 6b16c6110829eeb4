// run: svcomp --property unreach-call --data-model LP64
// expect: safe
// Where an assertion fails, the program ends, although the property does not speak of assertions.
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x == 1);
    if (x != 1)
        reach_error();
    return 0;
}

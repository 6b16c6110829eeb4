// An error that is never reached is what was asked for.
// expect: proved
// message: SUCCESS
int nondet_int(void);
void reach_error(void);
int main(void) {
    int x = nondet_int();
    __CPROVER_assume(x > 3);
    if (x < 2)
        reach_error();
    return 0;
}

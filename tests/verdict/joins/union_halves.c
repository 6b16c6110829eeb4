// One path writes the whole union, the other one half of it: the cells overlap where the paths meet.
// run: bmc, bmc --engine kind, bmc --engine ic3, bmc --engine auto
// expect: violated
int nondet_int(void);
int main(void) {
    union { long long whole; int half[2]; } u = {0};
    if (nondet_int())
        u.whole = 0x1111111122222222LL;
    else
        u.half[1] = 3;
    __CPROVER_assert(u.half[1] != 0x11111111, "the upper half of the whole"); // error: [main.assertion.1]
    return 0;
}

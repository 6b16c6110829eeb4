// One path writes the whole union, the other one half of it.
// run: bmc, bmc --engine kind, bmc --engine ic3, bmc --engine auto
// expect: proved
int nondet_int(void);
int main(void) {
    union { long long whole; int half[2]; } u = {0};
    if (nondet_int())
        u.whole = 0x1111111122222222LL;
    else
        u.half[1] = 3;
    __CPROVER_assert(u.half[1] == 0x11111111 && u.half[0] == 0x22222222 || u.half[1] == 3 && u.half[0] == 0, "one or the other");
    return 0;
}

// expect: proved
float nondet_float(void);
int main(void) {
    float x = nondet_float();
    if (!(x >= 1.0f && x <= 2.0f))
        return 0;
    __CPROVER_assert(x + 1.0f > x && x * 0.5f < x, "monotone");
    return 0;
}

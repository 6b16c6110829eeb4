// expect: violated
float nondet_float(void);
int main(void) {
    float x = nondet_float();
    if (!(x >= 1.0f && x <= 2.0f))
        return 0;
    __CPROVER_assert(x + 1e-8f != x, "absorbed"); // error: [main.assertion.1]
    return 0;
}

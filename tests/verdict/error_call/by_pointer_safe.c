// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: safe
void reach_error(void) {}
void other(void) {}
int main(void) {
    void (*f)(void) = other;
    if (f == reach_error)
        f();
    f();
    return 0;
}

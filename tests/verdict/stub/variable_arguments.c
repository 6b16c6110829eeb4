// run: bmc, bmc --engine kind
// expect: violated
int parse(const char *format, ...);
int old_style();
int main(void) {
    int v = 0, w = 0, kept = 7;
    parse("%d", &v, kept);
    old_style(1, &w);
    __CPROVER_assert(kept == 7, "passed by value");
    __CPROVER_assert(v == 0, "through ..."); // error: [main.assertion.2]
    __CPROVER_assert(w == 0, "without prototype"); // error: [main.assertion.3]
    return 0;
}

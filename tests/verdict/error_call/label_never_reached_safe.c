// A label that nothing leads to is a label.
// run: bmc --error-label NEVER
// expect: safe
int main(void) {
    return 0;
NEVER:
    return 1;
}

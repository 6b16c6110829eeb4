// run: run --error-label ERROR
// expect: safe
int main(void) {
    int x = 0;
    if (x)
        goto ERROR;
    return 0;
ERROR:
    return 1;
}

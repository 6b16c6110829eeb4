// run: run --error-label ERROR
// expect: violated
int main(void) {
    int x = 1;
    if (x)
        goto ERROR;
    return 0;
ERROR: // error: [main.error.1]
    return 1;
}

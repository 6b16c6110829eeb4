// The value of a statement expression may be labelled.
// expect: exit 1
int main(void) {
    int a = 10;
    return ({
        int r;
        if (a > 5) {
            r = 1;
            goto out;
        }
        r = 2;
    out:
        r;
    });
}

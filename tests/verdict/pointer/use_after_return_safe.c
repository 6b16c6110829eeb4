// expect: safe
static int *local(void) {
    static int x = 0;
    int *p = &x;
    return p;
}
int main(void) {
    int *p = local();
    return *p;
}

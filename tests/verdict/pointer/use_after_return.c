// expect: violated
static int *local(void) {
    int x = 0;
    int *p = &x;
    return p;
}
int main(void) {
    int *p = local();
    return *p; // error: [main.pointer.1]
}

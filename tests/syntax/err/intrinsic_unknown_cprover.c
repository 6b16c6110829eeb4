// expect: unsupported
int main(void) {
    int a[2];
    __CPROVER_never_heard_of(a); // error: the built-in function '__CPROVER_never_heard_of' is not known
    return 0;
}

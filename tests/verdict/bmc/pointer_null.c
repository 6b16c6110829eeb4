// expect: violated
int nondet_int(void);
int main(void) {
    int x = 0, *p = 0;
    if (nondet_int() > 100)
        p = &x;
    return *p; // error: [main.pointer.1]
}

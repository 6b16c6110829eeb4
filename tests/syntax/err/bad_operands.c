struct s { int a; } s;
int main(void) {
    int *p = 0, *q = 0;
    p + q; // error:
    s + 1; // error:
    1.5 % 2; // error:
    ~1.5; // error:
    p * 2; // error:
    if (s) // error:
        return 1;
    return 0;
}

struct s { int a; };
int main(void) {
    struct s s;
    s.a = 1;
    return s.c; // error: c
}

// expect: violated
struct s { int a, b; };
int main(void) {
    struct s *p = 0;
    p->b = 3; // error: [main.pointer.1]
    return 0;
}

// expect: violated
_Noreturn static void f(int x) {
    if (x)
        for (;;)
            ;
} // error: [f.unreachable.1]
int main(void) {
    f(0);
    return 0;
}

// expect: violated
_Noreturn static void f(int x) {
    if (x)
        for (;;)
            ;
}
int main(void) {
    f(0);
    return 0;
}

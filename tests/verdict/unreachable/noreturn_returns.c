// expect: violated
_Noreturn static void f(int x) {
    if (x)
        for (;;)
            ;
}
int main(void) {
    f(0); // error: control reaches a place that it never should
    return 0;
}

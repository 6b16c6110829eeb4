// run: run --seed 1, run
// expect: safe
// message: asm
// The outputs of inline assembly are arbitrary.
int main(void) {
    int x = 3, y = 4;
    __asm__("movl %1, %0" : "=r"(x) : "r"(y));
    if (x == 12345)
        return 0;
    return 0;
}

// run: run --unsigned-overflow-check
// expect: safe
int main(void) {
    unsigned x = 1;
    return (int)(x - 1);
}

// run: run --target riscv32, run --target i386
// expect: exit 3
// Elsewhere an unnamed bit-field aligns nothing.
struct frame {
    char tag;
    int : 5;
};
int main(void) { return sizeof(struct frame) + _Alignof(struct frame); }

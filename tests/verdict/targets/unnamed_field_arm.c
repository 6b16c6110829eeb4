// run: run --target arm, run --target aarch64
// expect: exit 8
// AAPCS: an unnamed bit-field aligns its record as its type does.
struct frame {
    char tag;
    int : 5;
};
int main(void) { return sizeof(struct frame) + _Alignof(struct frame); }

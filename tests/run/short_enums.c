// run: run -fshort-enums -fpack-struct=2 -funsigned-char
// expect: exit 0
enum small { A, B = 255 };
enum middle { C, D = 256 };
struct s {
    char c;
    int i;
};
int main(void) {
    char high = '\xff';
    if (sizeof(enum small) != 1 || sizeof(enum middle) != 2)
        return 1;
    if (sizeof(struct s) != 6)
        return 2;
    if (high < 0 || '\xff' != 255 || "\xff"[0] != 255)
        return 3;
    return 0;
}

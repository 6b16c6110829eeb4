// expect: proved
unsigned nondet_uint(void);
union word {
    unsigned all;
    unsigned char bytes[4];
};
int main(void) {
    union word w;
    w.all = nondet_uint();
    unsigned again = w.bytes[0] | w.bytes[1] << 8 | w.bytes[2] << 16 | (unsigned)w.bytes[3] << 24;
    __CPROVER_assert(again == w.all, "little endian");
    return 0;
}

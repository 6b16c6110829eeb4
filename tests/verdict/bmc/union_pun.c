// expect: violated
unsigned nondet_uint(void);
union word {
    unsigned all;
    unsigned char bytes[4];
};
int main(void) {
    union word w;
    w.all = nondet_uint();
    __CPROVER_assert(w.bytes[3] != 0xab, "highest byte"); // error: [main.assertion.1]
    return 0;
}

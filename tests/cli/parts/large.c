// Nobody needs the bytes of an array that is hardly used.
char table[1ULL << 40];
unsigned nondet_uint(void);
int main(void) {
    table[nondet_uint()] = 1;
    return table[7];
}

// run: bmc, bmc --engine bmc
// expect: safe
unsigned nondet_uint();
int main(void) {
    unsigned x = nondet_uint(), n = nondet_uint();
    unsigned k = n % 32;
    unsigned left = k ? x << k | x >> (32 - k) : x;
    __CPROVER_assert(__builtin_rotateleft32(x, n) == left, "left");
    __CPROVER_assert(__builtin_rotateright32(left, n) == x, "right");
    __CPROVER_assert(__builtin_rotateleft8(0x81, 1) == 3 && __builtin_rotateright16(1, 17) == 0x8000, "narrow");
    __CPROVER_assert(__builtin_rotateleft64(1ull << 63, 65) == 1, "wide");
    return 0;
}

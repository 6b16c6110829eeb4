// run: bmc, bmc --engine bmc
// expect: safe
unsigned nondet_uint();
int main(void) {
    unsigned x = nondet_uint();
    unsigned y = 0;
    for (int i = 0; i < 32; i++)
        y |= (x >> i & 1) << (31 - i);
    __CPROVER_assert(__builtin_bitreverse32(x) == y, "32");
    __CPROVER_assert(__builtin_bitreverse8(0x12) == 0x48 && __builtin_bitreverse16(0x1234) == 0x2c48, "narrow");
    __CPROVER_assert(__builtin_bitreverse64(0x123456789abcdef1) == 0x8f7b3d591e6a2c48, "wide");
    return 0;
}

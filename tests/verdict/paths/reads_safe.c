// A read behind a write whose index is not known, and a pointer to one of two objects.
// run: check --engine paths, check --engine paths --strategy dpvs, check --engine paths --strategy cpbpv
// expect: proved
unsigned nondet_uint(void);
_Bool nondet_bool(void);
int main(void) {
    unsigned char a[4] = {1, 2, 3, 4}, b = 9;
    unsigned i = nondet_uint() % 4, j = nondet_uint() % 4;
    a[i] = 7;
    unsigned char *p = nondet_bool() ? &a[j] : &b;
    __CPROVER_assert(*p != 5, "nowhere");
}

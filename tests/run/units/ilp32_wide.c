// run: run --32
// expect: exit 0
_Static_assert(_Generic(L'x', long: 1, default: 0), "wide character");
_Static_assert(_Generic((__typeof__(&L""[0]))0, long *: 1, default: 0), "wide string");
int main(void) { return 0; }

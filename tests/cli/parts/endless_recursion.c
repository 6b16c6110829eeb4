int f(unsigned n) { return f(n + 1) ^ 1; }
int main(void) { __CPROVER_assert(f(0) == 3, "never"); return 0; }

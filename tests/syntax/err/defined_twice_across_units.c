// files: parts/defined_twice_b.c
int f(void) { return 1; }
int main(void) { return f(); }

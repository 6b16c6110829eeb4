# 1 "original.c"
# 1 "<built-in>"
# 10 "original.c"
static int f(int x) { return x; }
# 20 "original.c" 2
int main(void) { return f(0); }

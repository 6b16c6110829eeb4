// run: bmc --engine kind, bmc --engine ic3
// expect: proved
int poll_line(int *to);
int level;
static int seen[10];
int main(void) {
    int v = 0;
    for (;;) {
        poll_line(&v);
        if (v < 0 || v >= 10)
            v = 0;
        seen[v] = 1;
        if (level > 5)
            level = 5;
        __CPROVER_assert(level <= 5, "level");
    }
}

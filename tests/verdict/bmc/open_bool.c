// run: check --nondet-static
// expect: violated
static struct { int n; _Bool flags[2]; } s;
int main(void) {
    __CPROVER_assert(*(unsigned char *)&s.flags[1] == 0, "false"); // error: [main.assertion.1]
    return 0;
}

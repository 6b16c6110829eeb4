// A step function whose cycles are its calls.
#define MOST 3
int __VERIFIER_nondet_int(void);

static int level;

static int step(int by) {
    if (by < 0)
        return -1;
    level = by > MOST ? MOST : by;
    return level;
}

int main(void) {
    for (int i = 0; i < 4; i++)
        step(__VERIFIER_nondet_int());
    return 0;
}

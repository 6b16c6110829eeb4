int __VERIFIER_nondet_int(void);

static int inside(int value, int low, int high)
{
    return value >= low && value <= high;
}

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int c = __VERIFIER_nondet_int();
    int n = 0;
    if ((a > 0 || b > 0) && !(c == 77777))
        n = 1;
    if (a > 5 && a < 3)
        n = 2;
    switch (b) {
    case 1:
        n = 3;
        break;
    case 17:
        n = 4;
    }
    return n + inside(c, 100, 200);
}

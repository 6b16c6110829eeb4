// Promoted arguments come to the parameters of old-style definitions, and those of the same kind to others.
// run: check --engine bmc, check --engine kind
// expect: safe
int __VERIFIER_nondet_int(void);
void reach_error(void);
int old();
int whole();
int first();

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (old(260, 1.5f, n > 0) != 5 + (n > 0))
        reach_error();
    if (whole(n) != n || whole((char)n) != (char)n)
        reach_error();
    if (first(&n) != n || first(0) != -1)
        reach_error();
    return 0;
}

int old(c, x, b)
char c;
float x;
_Bool b;
{
    return c + (x > 1) + b;
}
int whole(int n) { return n; }
int first(int *p) { return p ? *p : -1; }

// Arguments of a call without a prototype are promoted, and come to narrower parameters as they were.
// run: check, check --engine bmc, check --engine kind, check --engine ic3
// expect: safe
int __VERIFIER_nondet_int(void);
void reach_error(void);

int add(a, b, c)
int a;
char b;
unsigned short c;
{
    return (a & 1) + b + c;
}
int less(a, b, c)
int a;
signed char b;
short c;
{
    return (a & 1) - b - c;
}
int same(unsigned n) { return n & 7; }

int main(void) {
    int a = __VERIFIER_nondet_int();
    int (*f)() = a > 0 ? add : less;
    if (f(a, 260, 65541) != (a > 0 ? (a & 1) + 9 : (a & 1) - 9))
        reach_error();
    f = same;
    if (f(13) != 5)
        reach_error();
    return 0;
}

// One of 100 functions of a constant table is wrong.
// run: check --engine bmc --timeout 20s, check --engine kind --timeout 20s
// expect: violated
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);

#define TEN(M, n) M(n##0) M(n##1) M(n##2) M(n##3) M(n##4) M(n##5) M(n##6) M(n##7) M(n##8) M(n##9)
#define HUNDRED(M)                                                                                                     \
    TEN(M, 1) TEN(M, 2) TEN(M, 3) TEN(M, 4) TEN(M, 5) TEN(M, 6) TEN(M, 7) TEN(M, 8) TEN(M, 9) TEN(M, 10)
#define FUNCTION(n) static int f##n(int x) { return x + n; }
#define ENTRY(n) {"op" #n, f##n},

HUNDRED(FUNCTION)

static const struct {
    const char *name;
    int (*act)(int);
} table[] = {HUNDRED(ENTRY)};

int main(void) {
    unsigned op = __VERIFIER_nondet_uint();
    if (op >= sizeof table / sizeof table[0])
        return 0;
    if (table[op].act(1) != (op == 57 ? 0 : (int)op + 11) || table[op].name[2] < '1' || table[op].name[2] > '9')
        reach_error(); // error: [main.error.1]
    return 0;
}

// The states of 20,000 cases meet behind the switch in time that grows with their number, not with its square.
// run: check --engine bmc --timeout 20s, check --engine kind --timeout 20s
// expect: safe
int __VERIFIER_nondet_int(void);
void reach_error(void);

#define ONE(n) case n: return (n) * 7 % 1000;
#define TEN(n) ONE(n##0) ONE(n##1) ONE(n##2) ONE(n##3) ONE(n##4) ONE(n##5) ONE(n##6) ONE(n##7) ONE(n##8) ONE(n##9)
#define HUNDRED(n) TEN(n##0) TEN(n##1) TEN(n##2) TEN(n##3) TEN(n##4) TEN(n##5) TEN(n##6) TEN(n##7) TEN(n##8) TEN(n##9)
#define THOUSAND(n)                                                                                                   \
    HUNDRED(n##0) HUNDRED(n##1) HUNDRED(n##2) HUNDRED(n##3) HUNDRED(n##4)                                              \
    HUNDRED(n##5) HUNDRED(n##6) HUNDRED(n##7) HUNDRED(n##8) HUNDRED(n##9)

static int scattered(int n) {
    switch (n) {
        THOUSAND(10) THOUSAND(11) THOUSAND(12) THOUSAND(13) THOUSAND(14)
        THOUSAND(15) THOUSAND(16) THOUSAND(17) THOUSAND(18) THOUSAND(19)
        THOUSAND(20) THOUSAND(21) THOUSAND(22) THOUSAND(23) THOUSAND(24)
        THOUSAND(25) THOUSAND(26) THOUSAND(27) THOUSAND(28) THOUSAND(29)
    }
    return -1;
}

int main(void) {
    int n = __VERIFIER_nondet_int(), value = scattered(n);
    if (value > 999 || (n == 12345 && value != 12345 * 7 % 1000))
        reach_error();
    return 0;
}

// A loop that is entered by two ways; the one behind it is two locations of one name, and what is said of one need not hold at the other.
// run: check --engine ic3, check --engine kind
// expect: safe
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
    int odd = __VERIFIER_nondet_int() & 1, n = 0, done = 0;
    switch (odd) {
        do {
        case 0:
            n += 1;
        case 1:
            n += 2;
        } while (n < 4);
    }
    for (int i = 0; i < 16; i++) {
        done += odd;
        if (done > 16 || n > 6)
            reach_error();
    }
    return 0;
}

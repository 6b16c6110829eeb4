// What a call without a prototype passes in another way than the parameter is taken does not come to it (C11 6.5.2.2p6).
// run: check --engine bmc, check --engine kind
// expect: violated
void reach_error(void);
int whole();
int half();
int wide();

int main(void) {
    if (whole(1.5) != 1)
        reach_error(); // error: [main.error.1]
    if (half(1) != 1)
        reach_error(); // error: [main.error.2]
    if (wide(-1) != 1)
        reach_error(); // error: [main.error.3]
    return 0;
}

int whole(int n) { return n; }
int half(double x) { return x > 0; }
int wide(long long n) { return n < 0; }

// What a function without a body writes may be zeros alone, over what was there.
// run: bmc --engine bmc, bmc --engine kind
// expect: violated
unsigned nondet_uint(void);
void reach_error(void);
void fill(int *p);
int a[40];
int main(void) {
    unsigned i = nondet_uint() % 40u;
    fill(a);
    int was = a[i];
    fill(a);
    if (was == 7 && a[i] == 0) reach_error(); // error: [main.error.1]
    return 0;
}

// run: bmc, bmc --engine bmc
// expect: violated
int strlen(char *);
void *memcpy(void *, void *, int);
void *malloc(unsigned);
int main(void) {
    int a = 1, b = 2;
    __CPROVER_assert(strlen("abc") == 4, "length"); // error: [main.assertion.1]
    memcpy(&a, &b, 3);
    __CPROVER_assert(a != 2, "copied"); // error: [main.assertion.2]
    __CPROVER_assert(malloc(4) != 0, "allocated"); // error: [main.assertion.3]
    memcpy(&a, &b, 5); // error: [main.precondition
    return 0;
}

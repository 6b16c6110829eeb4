// run: svcomp --property valid-memcleanup --data-model LP64
// expect: exit 10
int abs(int);
void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    int *p = malloc(4);
    if (abs(n) >= 0)
        free(p);
}

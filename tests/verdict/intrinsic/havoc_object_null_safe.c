// run: bmc
// expect: proved
void *malloc(unsigned long);
void free(void *);
int main(void) {
    int x = 1;
    __CPROVER_havoc_object(&x);
    char *p = malloc(0);
    if (p)
        __CPROVER_havoc_object(p);
    free(p);
    return 0;
}

// run: check --engine ic3
// expect: safe
void *malloc(unsigned long);
void free(void *);
unsigned nondet_uint(void);
int main(void)
{
    unsigned n = nondet_uint();
    if (n > 1000000)
        return 0;
    int *a = malloc(n * sizeof(int));
    if (!a)
        return 0;
    for (unsigned i = 0; i < n; i++)
        a[i] = 0;
    free(a);
    return 0;
}

int nondet_int(void);
unsigned char nondet_uchar(void);
void *malloc(unsigned long);
void free(void *);
int main(void)
{
    int *a = malloc(3 * sizeof(int));
    int n = 0;
    if (!a)
        return 0;
    a[0] = a[1] = a[2] = 0;
    while (nondet_int() != 1) {
        int *t = malloc(sizeof(int));
        if (!t)
            break;
        *t = nondet_int();
        a[n % 3] += *t;
        n++;
        free(t);
    }
    __CPROVER_assert(a[0] + a[1] != 12, "twelve");
    free(a);
    return 0;
}

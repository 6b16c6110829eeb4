// run: check --stop-on-fail --unwind 4
// expect: violated
void *malloc(unsigned long);
void free(void *);
int nondet_int(void);
int main(void)
{
    int *p = 0, *q;
    while (nondet_int() != 1) {
        q = p;
        if (p)
            free(p);
        p = malloc(sizeof(int));
        if (!p)
            return 0;
        *p = 1;
        if (q && nondet_int() == 2)
            *q = 2; // error: [main.pointer.2]
    }
    return 0;
}

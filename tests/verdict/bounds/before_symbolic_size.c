// expect: violated
void *malloc(unsigned long);
unsigned nondet_uint(void);
int main(void)
{
    unsigned n = nondet_uint() % 8 + 1;
    int *a = malloc(n * sizeof(int));
    if (!a)
        return 0;
    a[0] = 1;
    a++;
    return a[-2]; // error: [main.pointer.2]
}

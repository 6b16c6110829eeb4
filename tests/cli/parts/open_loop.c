unsigned nondet_uint(void);
int read_port(int number);
int main(void) {
    unsigned n = nondet_uint(), sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += read_port(1) != read_port(2);
    __CPROVER_assert(sum <= n, "no more than asked for");
    return 0;
}

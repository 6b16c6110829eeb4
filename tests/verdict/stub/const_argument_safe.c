// Through a pointer to const nothing is written, nor by a function that is said to be pure.
// run: bmc --stub-pure probe_*, bmc --engine kind --stub-pure probe_one
// expect: proved
int bus_write(int address, const unsigned char *from, int count);
int probe_one(unsigned char *b);
static int seen[1];
int main(void) {
    unsigned char b[2] = {0};
    bus_write(3, b, 2);
    probe_one(b);
    seen[b[0]] = 1;
    return 0;
}

// A function without a body fills the buffer that it is given.
// run: bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
// message: rests on 1 function without a body
int bus_read(int address, unsigned char *to, int count);
static int seen[100];
int main(void) {
    unsigned char b[2] = {0};
    bus_read(3, b, 2);
    seen[b[0]] = 1; // error: [main.bounds.1]
    return 0;
}

// A function without a body that is given the address of a buffer as a number (a DMA controller, a system call) may write to the buffer.
// run: bmc --engine bmc, bmc --engine kind
// expect: violated
void receive(unsigned long address, unsigned size);
void reach_error(void);
static void start(unsigned char *buffer, unsigned size) {
    unsigned long address = (unsigned long)buffer;
    receive(address, size);
}
int main(void) {
    unsigned char answer[2] = {0};
    start(answer, 2);
    if (answer[1] != 0) reach_error(); // error: [main.error.1]
    return 0;
}

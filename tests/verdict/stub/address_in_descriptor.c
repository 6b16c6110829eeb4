// A descriptor with the address of a buffer as a number, as hardware has it: code that knows the descriptor may write to the buffer.
// run: bmc --engine bmc, bmc --engine kind
// expect: violated
struct descriptor {
    unsigned long address;
    unsigned size;
};
void start(const struct descriptor *d);
void reach_error(void);
int main(void) {
    unsigned char answer[2] = {0};
    struct descriptor d = {(unsigned long)answer, 2};
    start(&d);
    if (answer[1] != 0) reach_error(); // error: [main.error.1]
    return 0;
}

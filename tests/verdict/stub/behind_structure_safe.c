// run: bmc, bmc --engine kind
// expect: proved
struct message {
    int length;
    const unsigned char *data;
};
int transfer(struct message *m);
int main(void) {
    unsigned char b[4] = {0};
    struct message m = {4, b};
    transfer(&m);
    __CPROVER_assert(b[0] == 0, "as it was");
    return 0;
}

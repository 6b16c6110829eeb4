// What pointers in a structure point to is written, too, also by the second call.
// run: bmc, bmc --engine kind
// expect: violated
struct message {
    int length;
    unsigned char *data;
};
int transfer(struct message *m);
int main(void) {
    unsigned char b[4] = {0};
    struct message m = {4, b};
    transfer(&m);
    int first = b[0];
    transfer(&m);
    __CPROVER_assert(first == b[0], "the same again"); // error: [main.assertion.1]
    return 0;
}

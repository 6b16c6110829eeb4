// Where a pointer points to that such a function may have changed is not known: neither proved nor violated.
// run: bmc, bmc --engine kind, bmc --engine ic3
// expect: inconclusive
// message: a pointer that a function without a body may have made
struct message {
    int length;
    unsigned char *data;
};
int transfer(struct message *m);
static int seen[256];
int main(void) {
    unsigned char b[4] = {0};
    struct message m = {4, b};
    transfer(&m);
    return seen[m.data[1]];
}

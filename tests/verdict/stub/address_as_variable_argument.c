// The same where the number is a variable argument.
// run: bmc --engine bmc, bmc --engine kind
// expect: violated
struct request {
    char *buffer;
    int size;
};
void send(int n, ...);
void reach_error(void);
int main(void) {
    char answer = 0;
    struct request r = {&answer, 1};
    send(1, (unsigned long)&r);
    if (answer != 0) reach_error(); // error: [main.error.1]
    return 0;
}

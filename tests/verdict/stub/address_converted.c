// What pointers in an object point to whose address is passed as a number.
// run: bmc --engine bmc, bmc --engine kind
// expect: violated
struct request {
    char *buffer;
    int size;
};
void start(unsigned long request);
void reach_error(void);
int main(void) {
    char answer = 0;
    struct request r = {&answer, 1};
    start((unsigned long)&r);
    if (answer != 0) reach_error(); // error: [main.error.1]
    return 0;
}

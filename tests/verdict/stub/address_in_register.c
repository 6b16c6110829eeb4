// The same of a number in a global that code elsewhere can see.
// run: bmc --engine bmc, bmc --engine kind
// expect: violated
unsigned long source, destination;
void start(void);
void reach_error(void);
int main(void) {
    unsigned char answer[2] = {0};
    destination = (unsigned long)answer;
    start();
    if (answer[1] != 0) reach_error(); // error: [main.error.1]
    return 0;
}

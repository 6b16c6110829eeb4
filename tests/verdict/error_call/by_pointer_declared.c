// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
void reach_error(void); // error: [reach_error.error.1]
void (*const table[1])(void) = {reach_error};
int main(void) {
    table[0]();
    return 0;
}

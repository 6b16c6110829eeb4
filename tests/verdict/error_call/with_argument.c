// run: run, bmc, bmc --engine bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
void reach_error(int why) { (void)why; }
int main(void) {
    int n = 3;
    reach_error(n++); // error: [main.error.1]
    return 0;
}

// run: bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int poll_line(int *to);
static int seen[10];
int main(void) {
    int v = 0;
    for (;;) {
        seen[v] = 1; // error: [main.bounds.1]
        poll_line(&v);
        if (v < 0 || v > 10)
            v = 0;
    }
}

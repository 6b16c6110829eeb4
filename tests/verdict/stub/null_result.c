// run: bmc, bmc --engine kind, bmc --engine ic3
// expect: violated
int *find(void);
int main(void) {
    int *p = find();
    if (p)
        return 0;
    return *p; // error: [main.pointer.1]
}

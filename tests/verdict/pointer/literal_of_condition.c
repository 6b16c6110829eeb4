// A compound literal in a condition lives as long as its statement: selections and iterations are blocks (C11 6.8.4p3, 6.8.5p5).
// run: bmc, bmc --engine kind, bmc --engine auto
// expect: violated
int nondet_int(void);
int main(void) {
    int *p = 0, k = nondet_int(), i = 0;
    if (k == 1) {
        while ((p = (int[]){i, 1})[0] < 2)
            i++;
        k = *p; // error: [main.pointer.1]
    } else if (k == 2) {
        switch ((p = &(int){k})[0]) {
        default:
            break;
        }
        k = *p; // error: [main.pointer.2]
    } else if (k == 3) {
        do
            i++;
        while ((p = (int[]){i})[0] < 2);
        k = *p; // error: [main.pointer.3]
    } else {
        if ((p = (int[]){k, 2})[0] == 7)
            return 0;
        k = *p; // error: [main.pointer.4]
    }
    return 0;
}

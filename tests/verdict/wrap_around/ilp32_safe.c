// run: run --32, bmc --32, bmc --32 --engine bmc, bmc --32 --engine kind
// expect: safe
struct big { char c, rest[1048575]; } object;
int main(void) {
    struct big *p = &object;
    return p[0].c;
}

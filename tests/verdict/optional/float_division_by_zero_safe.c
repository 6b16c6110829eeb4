// run: run --float-div-by-zero-check
// expect: safe
int main(void) {
    double z = 2;
    return 1 / z < 0;
}

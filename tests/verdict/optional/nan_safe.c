// run: run --nan-check
// expect: safe
int main(void) {
    double z = 1;
    return z / z > 1;
}

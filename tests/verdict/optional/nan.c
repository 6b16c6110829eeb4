// run: run --nan-check
// expect: violated
int main(void) {
    double z = 0;
    return z / z > 0; // error: [main.nan.1]
}

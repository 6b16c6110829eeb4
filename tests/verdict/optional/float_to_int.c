// A float that does not fit the integer is undefined, and `run` looks for it without being told.
// expect: violated
int main(void) {
    double d = 1e20;
    return (int)d; // error: [main.conversion.1]
}

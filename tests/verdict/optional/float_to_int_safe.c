// A float that does not fit the integer is undefined, and `run` looks for it without being told.
// expect: safe
int main(void) {
    double d = 0.75;
    return (int)d;
}

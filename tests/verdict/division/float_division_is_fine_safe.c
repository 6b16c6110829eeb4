// expect: safe
int main(void) {
    double z = 0;
    return 1 / z > 1e300 ? 0 : 1;
}

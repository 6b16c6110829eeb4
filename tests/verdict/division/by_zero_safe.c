// expect: safe
int main(void) {
    int x = 5, z = 10;
    return x / z;
}

// expect: unsupported
int main(int argc, char **argv) {
    static const int offsets[] = { 0, &&b - &&a }; // error: differences of label addresses
    goto *(&&a + offsets[argc > 1]);
a:
    return 1;
b:
    return 2;
}

// What is behind the table is outside.
// run: bmc
// expect: violated
int main(int argc, char **argv) {
    return argc > 1 ? argv[3] != 0 : 0; // error: [main.pointer.1]
}

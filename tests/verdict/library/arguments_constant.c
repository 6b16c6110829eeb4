// An argument may be empty, and may not be there.
// run: bmc -DAT=1, bmc -DAT=2
// expect: violated
int main(int argc, char **argv) {
    return argc > 1 ? argv[AT][2 - AT] : 0; // error: [main.pointer.2]
}

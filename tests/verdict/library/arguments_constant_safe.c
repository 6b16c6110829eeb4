// Arguments of constant index are the strings that there are, however many there are.
// run: bmc --timeout 20
// expect: proved
int main(int argc, char **argv) {
    if (argc > 1 && argv[1][0] != 0)
        return argv[1][1] == argv[0][0] || *argv == argv[1];
    return argc > 100000 ? **argv : *argv[0];
}

// There is such an argument, also where no variable is.
// run: bmc
// expect: proved
int main(int argc, char **argv, char **variables) {
    return argc < 1;
}

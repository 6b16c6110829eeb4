// No success without the list of what it rests on.
// run: bmc, bmc --quiet
// expect: proved
// message: start called at
int start(void);
int main(void) {
    return start();
}

// run: run --unsigned-overflow-check
// expect: violated
int main(void) {
    unsigned x = 0;
    return x - 1 == 0; // error: [main.unsigned-overflow.1]
}

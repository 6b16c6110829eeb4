// run: run --max-steps 1000
// expect: inconclusive
// message: max-steps
int main(void) {
    for (;;)
        ;
}

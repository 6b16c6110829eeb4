// What else is computed beside a number that is an address stays out of reach.
// run: bmc
// expect: safe
void show(unsigned long number);
void reach_error(void);
static unsigned long table[4], sum;
int main(void) {
    int x = 0;
    for (int i = 0; i < 4; i++) table[i] = i * 77;
    for (int i = 0; i < 4; i++) {
        sum ^= table[i];
        show(sum);
    }
    show((unsigned long)&x);
    if (table[3] != 231) reach_error();
    return 0;
}

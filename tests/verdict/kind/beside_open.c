// run: check --engine kind --max-k-step 2
// expect: inconclusive
// message: [main.bounds.2] line 16 array index in bounds in table[64]: UNKNOWN
// message: 6 properties: 1 UNKNOWN, 5 SUCCESS
// Nobody finds out whether line 16 is reached. Behind it nothing is known, but an execution that gets there ends: the others hold.
extern unsigned char __VERIFIER_nondet_uchar(void);
static int table[64];
int main(void) {
    unsigned seed = 7, head = 0;
    int m = 0;
    while (1) {
        unsigned char c = __VERIFIER_nondet_uchar();
        seed = seed * 1103515245u + 12345u;
        head = (head + 1) & 63;
        table[head] = c;
        if (seed == 0x12345678u) table[64] = c;
        m = table[head] * 3 + 1;
        m = 1000 / m;
    }
}

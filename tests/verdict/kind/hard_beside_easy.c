// One property that no invariant here shows leaves the others decided, although nothing is known behind it: executions end where it is violated.
// run: check --engine kind --timeout 15s
// expect: inconclusive
// message: [main.bounds.4] line 18 array index in bounds in seen[next]: SUCCESS
// message: 5 properties: 2 UNKNOWN, 3 SUCCESS
_Bool __VERIFIER_nondet_bool(void);
static unsigned char queue[16], seen[16];
int main(void) {
    unsigned head = 0, tail = 0;
    queue[tail++] = 0;
    seen[0] = 1;
    while (head < tail) {
        unsigned at = queue[head++];
        for (unsigned k = 1; k < 3; k++) {
            unsigned next = (at * 2 + k) & 15;
            if (seen[next] || __VERIFIER_nondet_bool())
                continue;
            seen[next] = 1;
            queue[tail++] = (unsigned char)next;
        }
    }
    return 0;
}

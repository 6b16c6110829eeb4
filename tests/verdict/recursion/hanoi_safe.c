// run: check --engine kind
// expect: proved
// Two ways to count the moves: one by a result, one in a global.
unsigned nondet_uint(void);
unsigned moves;
unsigned hanoi(unsigned n) { return n == 1 ? 1 : 2 * hanoi(n - 1) + 1; }
void play(unsigned n, int from, int to, int via) {
    if (n == 0) return;
    moves++;
    play(n - 1, from, via, to);
    play(n - 1, via, to, from);
}
int main(void) {
    unsigned n = nondet_uint();
    if (n < 1 || n > 31) return 0;
    moves = 0;
    play(n, 1, 3, 2);
    __CPROVER_assert(hanoi(n) == moves, "the same number");
    return 0;
}

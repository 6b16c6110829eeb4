// expect: exit 0
// A hundred thousand active calls are fine.
static int down(int n) { return n == 0 ? 0 : down(n - 1); }
int main(void) {
    return down(100000);
}

// expect: exit 0
// stdout: 0 5 6 -2 -1 120 4
// stdout: 5 11 4 4
// stdout: 1 3
// stdout: 1
#include <stdio.h>
enum e { A, B = 5, C, D = -2, E, F = 'x', G = sizeof(int) };
enum big { H = 0xffffffffU, I = 0x100000000 };
enum neg { J = -1 };
static enum e next(enum e v) { return v == A ? B : A; }
int main(void) {
    enum local { X = 10, Y } y = Y;
    printf("%d %d %d %d %d %d %d\n", A, B, C, D, E, F, G);
    printf("%d %d %zu %zu\n", next(A), y, sizeof(enum e), sizeof(enum neg));
    enum neg n = J;
    printf("%d %d\n", n < 0, (int)(enum e)3);
    printf("%d\n", H > 0);
    return 0;
}

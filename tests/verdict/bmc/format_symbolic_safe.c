// Lengths, digits, signs, padding and truncation.
// expect: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>
int nondet_int(void);
int main(void) {
    char text[16], little[4];
    signed char x = nondet_int();
    int n = sprintf(text, "[%5d|%-4u]", x, (unsigned char)x);
    assert(n == 12 && text[0] == '[' && text[6] == '|' && text[11] == ']' && text[12] == 0);
    int m = snprintf(little, sizeof little, "%i", x);
    assert(m >= 1 && m <= 4);
    assert((m == 4) == (x <= -100));
    assert((x >= 0) == (little[0] != (char)45));
    if (x >= 10 && x < 100) {
        assert(m == 2 && (little[0] - '0') * 10 + (little[1] - '0') == x && little[2] == 0);
        assert(text[4] == little[0] && text[5] == little[1] && text[9] == ' ');
    }
    return 0;
}

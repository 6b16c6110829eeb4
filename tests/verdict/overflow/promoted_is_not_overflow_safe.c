// expect: safe
int main(void) {
    signed char c = 127;
    c++;
    short s = -32768;
    s--;
    unsigned u = 0;
    u--;
    return c == -128 && s == 32767 && u == 4294967295u ? 0 : 1;
}

// Without a header, too: C reserves the names of its library.
// run: bmc, bmc --engine kind, bmc --engine bmc
// expect: inconclusive
// message: wcstombs has no model
typedef int wchar_t;
unsigned long wcstombs(char *to, const wchar_t *from, unsigned long size);
int main(void) {
    char text[2];
    wchar_t wide[4] = {'a', 'b', 'c'};
    wcstombs(text, wide, 4);
    return 0;
}

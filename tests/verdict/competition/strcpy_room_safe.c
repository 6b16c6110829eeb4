// run: svcomp --property valid-memsafety --data-model LP64
// expect: safe
char *strcpy(char *, const char *);
int main(void) {
    char s[4];
    strcpy(s, "abc");
}

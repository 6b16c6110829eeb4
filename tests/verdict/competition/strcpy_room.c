// run: svcomp --property valid-memsafety --data-model LP64
// expect: exit 10
char *strcpy(char *, const char *);
int main(void) {
    char s[3];
    strcpy(s, "abc");
}

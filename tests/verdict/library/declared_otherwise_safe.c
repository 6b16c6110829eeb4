// Declarations that are not those of the library, and call its functions nevertheless.
// run: run, bmc, bmc --engine bmc
// expect: safe
int strlen();
void *memcpy(void *, void *, int);
void *malloc(unsigned);
void free();
void strcpy(char *, char *);
int printf(char *);
int main(void) {
    char text[4];
    int a = 1, b = 2;
    __CPROVER_assert(strlen("abc") == 3, "length");
    memcpy(&a, &b, 4);
    __CPROVER_assert(a == 2, "copied");
    int *q = malloc(4);
    if (q) {
        *q = 1;
        __CPROVER_assert(*q == 1, "allocated");
        free(q);
    }
    strcpy(text, "xyz");
    __CPROVER_assert(text[2] == 'z' && text[3] == 0, "string");
    printf("abc");
    return 0;
}

// run: svcomp --property valid-memsafety --data-model LP64
// expect: inconclusive
void *memcpy(void *, const void *, unsigned long);
int main(void) {
    char b[8] = {1, 2, 3};
    memcpy(b + 1, b, 4);
}

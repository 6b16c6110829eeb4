// run: svcomp --property unreach-call --data-model LP64
// A part of what is filled is there: what becomes of it is not known.
// expect: inconclusive
void *memset(void *, int, unsigned long);
void reach_error(void) {}
int main(void) {
    char c[2] = {0};
    memset(c, 1, 3);
    if (c[0] == 2)
        reach_error();
}

// run: svcomp --property unreach-call --data-model LP64
// What memcpy demands is not asked for, and ends nothing.
// expect: exit 10
void *memcpy(void *, const void *, unsigned long);
void reach_error(void) {}
int main(void) {
    char b[8] = {1, 2, 3};
    memcpy(b + 1, b, 4);
    reach_error();
}

// run: svcomp --property unreach-call --data-model LP64
// What is copied from behind the end of the source is any value.
// expect: exit 10
void *memcpy(void *, const void *, unsigned long);
void reach_error(void) {}
int main(void) {
    char from[3] = {1, 2, 3}, to[6] = {9, 9, 9, 9, 9, 9};
    memcpy(to, from, 4);
    if (to[3] == 77)
        reach_error();
}

// run: svcomp --property unreach-call --data-model LP64
// What is read from nothing is any value, by a library function as by the program.
// expect: exit 10
void *memcpy(void *, const void *, unsigned long);
void reach_error(void) {}
int main(void) {
    int state = 1, *none = 0;
    memcpy(&state, none, 4);
    if (state == 3)
        reach_error();
}

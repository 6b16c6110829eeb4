// run: svcomp --property no-overflow --data-model LP64
// expect: exit 10
// The property does not speak of reach_error: its body is executed, and what comes behind it, too.
void reach_error(void) {}
int main(void) {
    int x = 2147483647;
    reach_error();
    x++;
    return x;
}

// run: svcomp --property no-overflow --data-model LP64
// expect: safe
extern void exit(int);
void reach_error(void) { exit(1); }
int main(void) {
    int x = 2147483647;
    reach_error();
    x++;
    return x;
}

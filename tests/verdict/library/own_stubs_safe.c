// run: bmc
// expect: proved
void wait(int ticks);
void signal(int event);
int main(void) {
    int event = 1;
    wait(3);
    signal(event);
    __CPROVER_assert(event == 1, "unchanged");
    return 0;
}

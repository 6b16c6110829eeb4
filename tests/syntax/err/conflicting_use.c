// Only what is used and differs for the machine is an error.
// files: parts/conflicting_use_b.c
int unused(int);
int used(int);
int main(void) { return used(1); }

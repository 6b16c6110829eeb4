// files: parts/conflicting_units_b.c
extern int value;
int main(void) { return value; }

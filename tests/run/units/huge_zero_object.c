// Objects that are zero cost nothing before they are used; the program's memory has a limit of its own.
// expect: inconclusive
// message: memory
char huge[1L << 40];
int main(void) { return huge[5]; }

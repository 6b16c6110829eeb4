// The pragmas of one file say nothing of another one.
// run: bmc
// files: parts/switched.c
// expect: violated
int nondet_int(void);
int next(int x);
int main(void) { return next(nondet_int()) - 1; } // error: [main.overflow.1]

// run: run
// expect: exit 3
// A thread-local variable of a program with one thread is a plain one.
static _Thread_local int x = 3;
int main(void) { return x; }

// A function that is weak by a pragma may not be there.
// run: run, bmc
// expect: safe
#pragma weak absent
void absent(void);
void other(void);
#pragma weak other = handler
int handled;
void handler(void) { handled++; }
int main(void) {
    other();
    __CPROVER_assert(handled == 1, "the alias is called");
    return 0;
}

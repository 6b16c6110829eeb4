// expect: proved
int nondet_int(void);
int main(void) {
    int rows = nondet_int(), cells = 0;
    if (rows < 1 || rows > 3)
        return 0;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c <= r; c++)
            cells++;
    __CPROVER_assert(cells <= 6, "cells");
    return 0;
}

// Labels as values: a table of them, a variable, a loop around them, jumps over declarations.
// expect: exit 0
// stdout: 5
// stdout: 35
// stdout: 7 steps
// stdout: small big
// stdout: 3
#include <stdio.h>
enum { PUSH, ADD, MUL, PRINT, HALT };
static int interpret(const int *code) {
    static void *const table[] = { [PUSH] = &&push, [ADD] = &&add, [MUL] = &&mul, [PRINT] = &&print, [HALT] = &&halt };
    int stack[8], top = 0, steps = 0;
    goto *table[*code];
push:
    stack[top++] = *++code;
    code++, steps++;
    goto *table[*code];
add: {
    int right = stack[--top];
    stack[top - 1] += right;
}
    code++, steps++;
    goto *table[*code];
mul:
    top--;
    stack[top - 1] *= stack[top];
    code++, steps++;
    goto *table[*code];
print:
    printf("%d\n", stack[top - 1]);
    code++, steps++;
    goto *table[*code];
halt:
    return steps;
}
static const char *name(int n) {
    void *where = n > 2 ? &&big : &&small;
    void **at = &where;
    goto **at;
small:
    return "small";
big:
    return "big";
}
int main(void) {
    int code[] = { PUSH, 2, PUSH, 3, ADD, PRINT, PUSH, 7, MUL, PRINT, HALT };
    printf("%d steps\n", interpret(code));
    printf("%s %s\n", name(1), name(3));
    int i = 0;
again:;
    void *next = &&again;
    if (++i == 3)
        next = &&done;
    goto *next;
done:
    printf("%d\n", i);
    return 0;
}

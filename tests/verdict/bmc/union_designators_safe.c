// expect: safe
union { int a; struct { unsigned x : 8, y : 3, z : 1; } e; } u = { .e.y = 2, .e.z = 1 };
int main(void) {
    union { long l; struct { char c[4]; }; } v = { .c[1] = 3, .c[2] = 4 };
    __CPROVER_assert(u.e.y == 2 && u.e.z == 1 && u.e.x == 0, "all members");
    __CPROVER_assert(v.l == 0x40300, "all elements");
    return 0;
}

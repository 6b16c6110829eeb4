// What gcc's build refutes: both bit-fields are initialised.
// expect: violated
union { int a; struct { unsigned x : 8, y : 3, z : 1; } e; } u = { .e.y = 2, .e.z = 1 };
int main(void) {
    __CPROVER_assert(u.e.y == 0, "y is lost"); // error: [main.assertion.1]
    return 0;
}

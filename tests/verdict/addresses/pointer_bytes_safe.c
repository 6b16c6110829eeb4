// What is no pointer in a record that holds one is known.
// run: bmc, bmc --engine bmc
// expect: proved
struct node {
    struct node *next;
    int value, other;
};
int main(void) {
    struct node b = {0, 2, 3}, a = {&b, 1, 4}, copy = a;
    __CPROVER_assert(copy.value == 1 && copy.next->other == 3 && &copy.value - &copy.other == -1, "values");
    return 0;
}

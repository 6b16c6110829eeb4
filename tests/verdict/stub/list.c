// A structure that leads to others of its kind is not followed further, which is said.
// run: bmc, bmc --engine kind
// expect: inconclusive
// message: a function without a body can reach more through pointers than is followed
struct node {
    struct node *next;
    int value;
};
void visit(struct node *n);
int main(void) {
    struct node last = {0, 1}, first = {&last, 2};
    visit(&first);
    __CPROVER_assert(last.value == 1, "as it was");
    return 0;
}

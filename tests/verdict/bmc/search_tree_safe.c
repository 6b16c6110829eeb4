// A search tree of static nodes, filled through a pointer to the pointer that is to be set: it can be one of many, but never one of the keys between them.
// run: bmc
// expect: safe
int __VERIFIER_nondet_int(void);
struct node { struct node *left, *right; int key; };
static struct node nodes[4], *root;
static int used;
static void insert(int key) {
    struct node **p = &root;
    while (*p) {
        if ((*p)->key == key)
            return;
        p = key < (*p)->key ? &(*p)->left : &(*p)->right;
    }
    nodes[used].key = key;
    *p = &nodes[used++];
}
int main(void) {
    for (int i = 0; i < 4; i++)
        insert(__VERIFIER_nondet_int());
    if (used < 4)
        return 0;
    int depth = 0, key = __VERIFIER_nondet_int();
    for (struct node *p = root; p && p->key != key; p = key < p->key ? p->left : p->right)
        depth++;
    return 4 / (5 - depth);
}

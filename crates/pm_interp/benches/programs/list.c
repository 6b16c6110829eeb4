/* The heap, records and pointers in memory. */
void *malloc(unsigned long size);
void free(void *p);
struct node {
    int value;
    struct node *next;
};
int main(void)
{
    int sum = 0;
    for (int round = 0; round < 200; round++) {
        struct node *head = 0;
        for (int i = 0; i < 1000; i++) {
            struct node *n = malloc(sizeof *n);
            n->value = i;
            n->next = head;
            head = n;
        }
        for (int again = 0; again < 5; again++)
            for (struct node *n = head; n; n = n->next)
                sum = (sum + n->value) % 1000003;
        while (head) {
            struct node *next = head->next;
            free(head);
            head = next;
        }
    }
    return sum >= 0 ? 0 : 1;
}

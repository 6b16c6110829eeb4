// run: svcomp --property unreach-call --data-model LP64
// expect: exit 10
void *malloc(unsigned long);
void free(void *);
void reach_error(void) {}
int main(void) {
    char *p = malloc(3);
    free(p);
    free(p);
    reach_error();
}

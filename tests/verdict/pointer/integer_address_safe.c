// expect: safe
int main(void) {
    int x = 0;
    unsigned long a = (unsigned long)&x;
    return *(int *)a;
}

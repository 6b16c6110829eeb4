// expect: safe
int main(void) {
    int *p;
    {
        static int x = 0;
        p = &x;
    }
    return *p;
}

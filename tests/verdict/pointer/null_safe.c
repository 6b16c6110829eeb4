// expect: safe
int main(void) {
    int x = 0, *p = &x;
    return *p;
}

// expect: violated
int main(void) {
    int *p;
    {
        int x = 0;
        p = &x;
    }
    return *p; // error: [main.pointer.1]
}

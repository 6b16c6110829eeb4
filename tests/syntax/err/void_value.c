void f(void);
int main(void) {
    int x = f(); // error: void value not ignored as it ought to be
    return x;
}

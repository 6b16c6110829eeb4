void f(void);
int main(void) {
    int x = f(); // error:
    return x;
}

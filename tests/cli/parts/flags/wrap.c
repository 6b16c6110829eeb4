extern int any(void);
int main(void) {
    int x = any() + 1;
    return x / any();
}

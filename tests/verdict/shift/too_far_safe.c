// expect: safe
int main(void) {
    int n = 31;
    return (int)(1u << n >> 31) - 1;
}

int main(void) {
    const int x = 1;
    x = 2; // error: assignment of read-only location 'x'
    return x;
}

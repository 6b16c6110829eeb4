struct unknown;
int main(void) {
    struct unknown x; // error:
    return 0;
}

struct unknown;
int main(void) {
    struct unknown x; // error: variable has incomplete type 'struct unknown'
    return 0;
}

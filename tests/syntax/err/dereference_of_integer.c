int main(void) {
    int x = 1;
    return *x; // error: invalid type argument of unary '*' (have 'int')
}

int main(void) {
    int x = 1;
    x + 1 = 2; // error: lvalue required as left operand of assignment
    return x;
}

struct s { int a; } s;
int main(void) {
    int *p = 0, *q = 0;
    p + q; // error: invalid operands to binary + (have 'int *' and 'int *')
    s + 1; // error: invalid operands to binary + (have 'struct s' and 'int')
    1.5 % 2; // error: invalid operands to binary % (have 'double' and 'int')
    ~1.5; // error: wrong type argument to unary ~: 'double'
    p * 2; // error: invalid operands to binary * (have 'int *' and 'int')
    if (s) // error: used value of type 'struct s' where a scalar is required
        return 1;
    return 0;
}

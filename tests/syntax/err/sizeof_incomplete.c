struct unknown;
int main(void) {
    return sizeof(struct unknown); // error: operand of 'sizeof' has incomplete type 'struct unknown'
}

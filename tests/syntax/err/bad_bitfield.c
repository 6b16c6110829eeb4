struct s {
    int a : 33; // error: width of bit-field 'a' exceeds its type
    float b : 3; // error: bit-field 'b' has invalid type
    int c : -1; // error: negative width in bit-field 'c'
    int d : 0; // error: zero width for bit-field 'd'
};
int main(void) { return 0; }

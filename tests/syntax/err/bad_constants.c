int a = 0x; // error: hexadecimal constant without digits
int b = 089; // error: invalid digit '8' in octal constant
int c = 1.5e; // error: exponent has no digits
int d = 123abc; // error: invalid suffix 'abc' on integer constant
int main(void) { return 0; }

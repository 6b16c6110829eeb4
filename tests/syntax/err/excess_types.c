int unsigned signed a; // error: two or more data types in declaration specifiers
long long long b; // error: two or more data types in declaration specifiers
float int c; // error: two or more data types in declaration specifiers
int main(void) { return 0; }

int unsigned signed a; // error:
long long long b; // error:
float int c; // error:
int main(void) { return 0; }

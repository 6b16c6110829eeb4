int a = 0x; // error:
int b = 089; // error:
int c = 1.5e; // error:
int d = 123abc; // error:
int main(void) { return 0; }

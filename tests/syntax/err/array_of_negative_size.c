int a[-1]; // error: size of array is negative
int main(void) { return 0; }

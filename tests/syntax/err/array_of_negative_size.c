int a[-1]; // error:
int main(void) { return 0; }

// message: not this way
#error not this way
int main(void) { return 0; }

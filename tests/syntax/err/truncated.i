// message: error
int main(void) { int x = (1 + 
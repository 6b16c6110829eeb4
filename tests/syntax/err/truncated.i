// message: found the end of the file
int main(void) { int x = (1 + 
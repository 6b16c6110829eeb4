foo_t x; // error:
int main(void) { return 0; }

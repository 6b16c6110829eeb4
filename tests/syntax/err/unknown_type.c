foo_t x; // error: unknown type name 'foo_t'
int main(void) { return 0; }

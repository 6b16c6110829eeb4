int x __attribute__((no_such_attribute(1, "two"), another));
int main(void) { return x; }

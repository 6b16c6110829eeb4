void handler(void) __attribute__((alias("no_such_function"))); // error: alias of 'no_such_function'
int main(void) { return 0; }

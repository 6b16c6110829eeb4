char all[0xffffffffffffffff];
int main(void) { return all[0]; }

int main(void) { return 1 / (ZERO + 1); }

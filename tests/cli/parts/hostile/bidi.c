int main(void) { return x‮[2J; }

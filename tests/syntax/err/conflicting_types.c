int f(int);
int f(double); // error: f
int main(void) { return 0; }

int n = 3;
int a[n]; // error: variably modified array at file scope: its size is not an integer constant expression
int b = n; // error: initializer element is not constant
enum { E = 1.5 }; // error: enumerator value is not an integer
int main(void) { return 0; }

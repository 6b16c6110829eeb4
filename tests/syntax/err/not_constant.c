int n = 3;
int a[n]; // error:
int b = n; // error:
enum { E = 1.5 }; // error:
int main(void) { return 0; }

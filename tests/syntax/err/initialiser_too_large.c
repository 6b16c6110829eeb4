int a[] = {[4000000000] = 1};         // error: too large
int b[] = {[0 ... 2000000000] = 5};   // error: too large
int *c[] = {[0 ... 200000000] = a};   // error: too large
char d[] = {[0 ... 4000000000] = 0};
int main(void) { return a[0] + b[0] + *c[0] + d[0]; }

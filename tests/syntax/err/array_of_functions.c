int a[3](void); // error: array of elements of type 'int (void)'
int main(void) { return 0; }

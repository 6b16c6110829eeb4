int a[3](void); // error:
int main(void) { return 0; }

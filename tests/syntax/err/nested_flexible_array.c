struct flexible { int n; int a[]; };
struct around { struct flexible f; int x; } g = { { 1, { 2, 3 } }, 4 }; // error: nested context
struct flexible good = { 1, { 2, 3 } };
int main(void) { return 0; }

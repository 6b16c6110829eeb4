;
int x;
;
struct empty {};
struct only_flexible { int n; char c[]; };
int main(void) { ; }

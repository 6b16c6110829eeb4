// Records with many members are searched with an index; anonymous ones are part of it.
#define TEN(p) int p##0, p##1, p##2, p##3, p##4, p##5, p##6, p##7, p##8, p##9;
struct s { TEN(a) TEN(b) struct { TEN(c) union { TEN(d) }; }; TEN(e) int last; };
struct s x = {.e9 = 1, .d3 = 2, .c0 = 3, .last = 4};
_Static_assert(__builtin_offsetof(struct s, c1) == 21 * sizeof(int), "offset");
int main(void) { return x.a0 + x.d0 + x.c0 + x.last - 9; }

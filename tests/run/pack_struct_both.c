// run: run -fpack-struct -fpack-struct=4
// expect: exit 0
// Sizes are those of gcc with the flag.

struct cut { int a : 1; int : 0; int b : 1; char c; };
struct last { char a; int : 0; };
struct shorts { char a; short : 0; char b; };
struct longs { char a; long : 0; char b : 1; };
struct raised { char a; int b __attribute__((aligned(16))); };
struct plain { char a; int b; };
struct empty_raised { char a; int : 0 __attribute__((aligned(16))); char b; };
_Static_assert(sizeof(struct cut) == 8, "cut");
_Static_assert(sizeof(struct last) == 4, "last");
_Static_assert(sizeof(struct shorts) == 3, "shorts");
_Static_assert(sizeof(struct longs) == 5, "longs");
_Static_assert(sizeof(struct raised) == 8, "raised");
_Static_assert(sizeof(struct plain) == 5, "plain");
_Static_assert(sizeof(struct empty_raised) == 5, "empty_raised");
int main(void) { return 0; }

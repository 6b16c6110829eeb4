// Attributes are accepted everywhere gcc accepts them; those that change layout do.
// expect: exit 0
// stdout: 7 6 32 5
// stdout: 16 8 1 8 1
// stdout: 1 2 3 8 3
// stdout: 5
// stdout: 7
#include <stdio.h>
struct __attribute__((packed)) p { char c; int i; short s; };
struct q { char c; int i; } __attribute__((packed, aligned(2)));
struct r { char c; __attribute__((aligned(16))) int i; };
struct t { char a; int b __attribute__((packed)); };
typedef int aligned_int __attribute__((aligned(8)));
typedef int qi __attribute__((mode(QI)));
typedef unsigned int di __attribute__((__mode__(__DI__)));
static int unused __attribute__((unused));
int in_section __attribute__((section(".data.mine"))) = 4;
static inline __attribute__((always_inline)) int twice(int x) { return 2 * x; }
__attribute__((noinline, cold)) static int thrice(int x __attribute__((unused))) { return 3 * x; }
void never(void) __attribute__((noreturn));
extern int weak_one(void) __attribute__((weak));
int weak_one(void) { return 1; }
int counted(const char *f, ...) __attribute__((format(printf, 1, 2)));
enum __attribute__((packed)) small { A, B };
int main(void) {
    struct a8 { aligned_int x; char c; };
    printf("%zu %zu %zu %zu\n", sizeof(struct p), sizeof(struct q), sizeof(struct r), sizeof(struct t));
    printf("%zu %zu %zu %zu %zu\n", _Alignof(struct r), sizeof(struct a8), sizeof(qi), sizeof(di), sizeof(enum small));
    struct p x = {1, 2, 3};
    int *y = &(int){0};
    *y = x.i;
    printf("%d %d %d %d %d\n", x.c, *y, x.s, twice(in_section), thrice(weak_one()));
    int v __attribute__((aligned(64))) = 5;
    printf("%d\n", (int)((unsigned long)&v % 64) + v);
    switch (v) {
    case 5:
        v++;
        __attribute__((fallthrough));
    default:
        v++;
    }
    printf("%d\n", v);
    return 0;
}

// expect: exit 0
// An enumeration may name its type (C23).
#include <assert.h>
#include <stdint.h>

enum small : unsigned char { A, B = 255 };
enum wide : int64_t { C = -1, D = 1LL << 40 };
typedef enum : short { E = -3 } named;
enum later : unsigned short;
struct holds {
    enum small a;
    enum wide : 3;
    enum small b : 4;
};
enum later : unsigned short { F = 7 };

int main(void) {
    enum small s = B;
    enum later f = F;
    named e = E;
    s++;
    assert(sizeof(enum small) == 1 && sizeof(enum wide) == 8 && sizeof(named) == 2 && sizeof f == 2);
    assert(sizeof A == 1 && sizeof D == 8 && sizeof E == 2);
    assert(s == A && e == -3 && C < 0 && D == 1099511627776 && f == 7);
    return 0;
}

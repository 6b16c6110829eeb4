// Constants of every base and suffix have the first type that holds them.
// expect: exit 0
// stdout: int int long int
// stdout: unsigned unsigned long unsigned
// stdout: unsigned long ulong ullong
// stdout: ulong ulong long int
// stdout: 11 15 2748 97
// stdout: 65 65 0 39 27
// stdout: 24930 4660 233
#include <stdio.h>
#define KIND(x) _Generic((x), int: "int", unsigned: "unsigned", long: "long", unsigned long: "ulong", long long: "llong", unsigned long long: "ullong")
int main(void) {
    printf("%s %s %s %s\n", KIND(1), KIND(2147483647), KIND(2147483648), KIND(0x7fffffff));
    printf("%s %s %s %s\n", KIND(0x80000000), KIND(0xffffffff), KIND(0x100000000), KIND(037777777777));
    printf("%s %s %s %s\n", KIND(1u), KIND(1L), KIND(1ul), KIND(1LLU));
    printf("%s %s %s %s\n", KIND(4294967296u), KIND(0x8000000000000000), KIND(9223372036854775807), KIND(0b101));
    printf("%d %d %d %d\n", 0b1011, 017, 0xAbC, 'a');
    printf("%d %d %d %d %d\n", '\x41', '\101', '\0', '\'', '\e');
    printf("%d %d %d\n", 'ab', L'\x1234', u'\u00e9');
    return 0;
}

// expect: unsupported
typedef unsigned _BitInt(12) twelve; // error: integers of a given width ('_BitInt', '_ExtInt') are not supported
struct s {
    _ExtInt(3) part; // error: integers of a given width ('_BitInt', '_ExtInt') are not supported
};
int main(void) {
    twelve t = 3;
    return (int)t - 3;
}

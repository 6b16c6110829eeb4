// expect: unsupported
int main(void) {
    int x = 3;
    x = (int)(unsigned _BitInt(4))x; // error: integers of a given width ('_BitInt', '_ExtInt') are not supported
    for (_BitInt(8) i = 0; i < 3; i++) // error: integers of a given width ('_BitInt', '_ExtInt') are not supported
        x++;
    return x - 6;
}

// Byte order and the positions of bits: exact, for a target that is little endian.
int ffs(int x) {
    return x == 0 ? 0 : __builtin_ctz((unsigned int)x) + 1;
}

int ffsl(long x) {
    return x == 0 ? 0 : __builtin_ctzl((unsigned long)x) + 1;
}

int ffsll(long long x) {
    return x == 0 ? 0 : __builtin_ctzll((unsigned long long)x) + 1;
}

unsigned int htonl(unsigned int x) {
    return __builtin_bswap32(x);
}

unsigned int ntohl(unsigned int x) {
    return __builtin_bswap32(x);
}

unsigned short htons(unsigned short x) {
    return __builtin_bswap16(x);
}

unsigned short ntohs(unsigned short x) {
    return __builtin_bswap16(x);
}

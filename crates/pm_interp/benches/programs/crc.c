/* Shifts, masks, a table, locals whose address is taken. */
static unsigned table[256];
static void step(unsigned *crc, unsigned char byte)
{
    *crc = table[(*crc ^ byte) & 0xff] ^ (*crc >> 8);
}
int main(void)
{
    for (unsigned i = 0; i < 256; i++) {
        unsigned c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        table[i] = c;
    }
    unsigned crc = 0xffffffffu;
    unsigned char buffer[64];
    for (int i = 0; i < 64; i++)
        buffer[i] = (unsigned char)(i * 7);
    for (int round = 0; round < 5000; round++)
        for (int i = 0; i < 64; i++)
            step(&crc, buffer[i]);
    return crc != 0 ? 0 : 1;
}

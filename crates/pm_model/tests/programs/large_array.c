int nondet_int(void);
unsigned char nondet_uchar(void);
static unsigned char ring[200];
int main(void)
{
    unsigned head = 0, count = 0;
    for (;;) {
        int c = nondet_int();
        if (c == 0)
            break;
        if (c % 2) {
            ring[(head + count) % 200] = nondet_uchar();
            count++;
        } else if (count > 0) {
            __CPROVER_assert(ring[head] != 3, "three");
            head = (head + 1) % 200;
            count--;
        }
    }
    return 0;
}

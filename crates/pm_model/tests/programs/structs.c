int nondet_int(void);
unsigned char nondet_uchar(void);
struct point {
    int x, y;
    struct { unsigned char flag, bits : 3; } in;
};
int main(void)
{
    struct point p = {0}, q;
    while (nondet_int() != 1) {
        q = p;
        q.x += nondet_uchar();
        q.in.bits++;
        if (q.x > q.y)
            q.in.flag = 1;
        p = q;
        p.y = nondet_int();
    }
    __CPROVER_assert(!(p.in.flag && p.in.bits == 3), "flag");
    return 0;
}

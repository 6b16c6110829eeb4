// expect: unsupported
// message: add a file that defines `__heap_start' with its size
extern unsigned char __heap_start[]; // error: an array of unknown size that nothing defines
extern unsigned char never_used[];
int main(void) {
    unsigned char *p = __heap_start;
    p[5] = 2;
    return p[5] != 2;
}

// run: run --mmio 0x40000000:8
// expect: violated
#define BEHIND (*(volatile unsigned *)0x40000008)
int main(void) {
    BEHIND = 3; // error: [main.pointer.1]
    return 0;
}

// run: run --mmio 0x40000000:8:ram --mmio 4096:4
// expect: safe
#define CONTROL (*(volatile unsigned *)0x40000004)
#define STATUS (*(volatile unsigned *)0x1000)
int main(void) {
    CONTROL = 3;
    return (CONTROL & 4) != 0 || STATUS != 0;
}

struct uart {
    volatile unsigned status, control, data;
};
#define UART ((struct uart *)0x40004400)
#define CLOCK (*(volatile unsigned *)0x40021000)
volatile int ticks;
static volatile int flag;
int unused;
int main(void) {
    CLOCK = 1;
    UART->control = 3;
    while (!(UART->status & 1) && ticks == 0)
        ;
    flag = 1;
    return flag / (int)UART->data;
}

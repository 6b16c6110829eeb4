extern unsigned char uart_rx(void);
int hist[128];
int main(void) {
    char c = uart_rx();
    if (c >= 0)
        hist[(int)c]++;
    return 0;
}

int nondet_int(void);
unsigned char nondet_uchar(void);
enum state { IDLE, RUN, STOP, ERROR } state = IDLE;
int main(void)
{
    unsigned ticks = 0;
    while (1) {
        int cmd = nondet_int();
        switch (state) {
        case IDLE:
            if (cmd == 1)
                state = RUN, ticks = 0;
            break;
        case RUN:
            ticks++;
            if (cmd == 2)
                state = STOP;
            else if (ticks > 5)
                state = ERROR;
            break;
        case STOP:
            state = IDLE;
            break;
        case ERROR:
            if (cmd == 0)
                return 0;
        }
        __CPROVER_assert(state != STOP || ticks < 4, "ticks");
    }
}

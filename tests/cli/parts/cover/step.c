/* A step function: three cycles of overload switch it off, until the fault is reset. */
static int count;
static int off;
int load;
int output;

void init(void)
{
    count = 0;
    off = 0;
}

void step(_Bool reset, short wanted)
{
    if (load > 90 && !off)
        count++;
    else
        count = 0;
    if (count >= 3)
        off = 1;
    else if (reset && off)
        off = 0;
    output = off ? 0 : wanted;
}

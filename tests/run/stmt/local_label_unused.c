// A label that is only declared need not be there.
// expect: exit 67
int main(void) {
    int x = 0;
here:
    x++;
    {
        __label__ here, there;
        if (x < 3)
            goto here;
        x += 10;
    here:
        x += 100;
    }
    if (x < 300)
        goto here;
    return x & 127;
}

int main(void) {
    int s = 0;
    for (int i = 0; i < 4; i++)
        s += i;
    while (s > 0)
        s--;
    return s;
}

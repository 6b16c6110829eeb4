void reach_error(void);
int main(void) {
    int x = 0;
    // why??/
    x = 1;
    if (x == 0)
        reach_error();
    return 0;
}

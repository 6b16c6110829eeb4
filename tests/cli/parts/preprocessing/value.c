void reach_error(void);
int main(void) {
    if (N == 2)
        reach_error();
    return 0;
}

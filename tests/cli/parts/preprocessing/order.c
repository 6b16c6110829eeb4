void reach_error(void);
int main(void) {
#ifdef BUG
    reach_error();
#endif
    return 0;
}

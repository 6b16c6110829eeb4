// expect: violated
void reach_error(void);
int main(void) {
    int x = 3;
    if (x > 2)
        reach_error(); // error: [main.error.1]
    return 0;
}

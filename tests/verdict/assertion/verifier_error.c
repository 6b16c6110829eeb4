// expect: violated
void __VERIFIER_error(void);
int main(void) {
    __VERIFIER_error(); // error: [main.error.1]
    return 0;
}

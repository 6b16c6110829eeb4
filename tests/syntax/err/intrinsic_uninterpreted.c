// expect: unsupported
float __CPROVER_uninterpreted_f(float);
int main(void) {
    return __CPROVER_uninterpreted_f(1); // error: these and the result are integers
}

int main(void) {
    int x = 1;
    return x(); // error: called object 'x' is not a function or function pointer
}

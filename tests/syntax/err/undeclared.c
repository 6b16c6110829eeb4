int main(void) {
    return y; // error: 'y' undeclared
}

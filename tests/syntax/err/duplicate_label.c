int main(void) {
a:
    ;
a: // error: a
    return 0;
}

// message: unterminated string literal
int main(void) {
    const char *s = "never closed;
    return 0;
}

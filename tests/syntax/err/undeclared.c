int main(void) {
    return y; // error:
}

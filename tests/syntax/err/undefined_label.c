int main(void) {
    goto nowhere; // error: nowhere
    return 0;
}

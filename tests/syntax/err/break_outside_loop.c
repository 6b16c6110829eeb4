int main(void) {
    break; // error:
    return 0;
}

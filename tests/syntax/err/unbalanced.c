// message: expected '}', found the end of the file
int main(void) {
    if (1) {
        return 0;
}

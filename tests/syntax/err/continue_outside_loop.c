int main(void) {
    switch (1) {
    default:
        continue; // error:
    }
    return 0;
}

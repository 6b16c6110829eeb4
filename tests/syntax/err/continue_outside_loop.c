int main(void) {
    switch (1) {
    default:
        continue; // error: continue statement not within a loop
    }
    return 0;
}

int main(void) {
    break; // error: break statement not within loop or switch
    return 0;
}

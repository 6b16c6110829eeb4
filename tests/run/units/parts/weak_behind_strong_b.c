__attribute__((weak)) int value = 3;
int main(void) {
    return value;
}

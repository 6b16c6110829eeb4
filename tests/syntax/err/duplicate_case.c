int main(void) {
    switch (1) {
    case 1:
        return 0;
    case 1: // error: duplicate case value
        return 1;
    }
    return 0;
}

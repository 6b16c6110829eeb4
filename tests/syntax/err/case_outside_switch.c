int main(void) {
    case 1: // error:
    return 0;
}

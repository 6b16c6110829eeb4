int main(void) {
    case 1: // error: case label not within a switch statement
    return 0;
}

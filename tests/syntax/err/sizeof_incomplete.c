struct unknown;
int main(void) {
    return sizeof(struct unknown); // error:
}

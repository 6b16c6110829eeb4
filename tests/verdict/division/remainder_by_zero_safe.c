// expect: safe
int main(void) {
    unsigned x = 5, z = 5;
    return (int)(x % z);
}

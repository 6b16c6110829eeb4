// expect: safe
int main(void) {
    int i = 3;
    return "abc"[i];
}

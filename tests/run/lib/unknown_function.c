// expect: exit 3
// message: mystery
int mystery(int x);
int main(void) {
    return mystery(2) + 3;
}

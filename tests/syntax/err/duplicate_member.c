struct s {
    int a;
    char a; // error: a
};
int main(void) { return 0; }

struct s {
    int a : 33; // error:
    float b : 3; // error:
    int c : -1; // error:
    int d : 0; // error:
};
int main(void) { return 0; }

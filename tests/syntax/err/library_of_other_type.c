// expect: unsupported
int malloc(); // error: 'malloc' is declared with a type that the library's function does not have
float sqrt(float); // error: 'sqrt' is declared with a type that the library's function does not have
long strcmp(char *, char *); // error: 'strcmp' is declared with a type that the library's function does not have
int main(void) {
    return malloc(3) == (int)sqrt(4.0f) + strcmp("a", "b");
}

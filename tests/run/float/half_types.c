// What is computed with _Float16 has that type, whatever it is computed in.
_Float16 a = 1, b = 2;
int main(void) {
    int generic = _Generic(a * b, _Float16: 1, default: 2);
    __typeof__(a + b) c = 3;
    return sizeof(a * b) == 2 && sizeof(-a) == 2 && sizeof(a * 1) == 2 && sizeof(a + 1.0f) == 4 && sizeof c == 2
        && generic == 1 ? 0 : 1;
}

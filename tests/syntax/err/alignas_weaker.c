_Alignas(1) int g;                  // error: cannot reduce
struct s { _Alignas(2) double d; }; // error: cannot reduce
_Alignas(8) typedef int t;          // error: alignment specified for a typedef
_Alignas(16) void f(void);          // error: alignment specified for a function
void h(_Alignas(8) int x);          // error: alignment specified for a parameter
int main(void) {
    _Alignas(1) _Alignas(8) int fine = 0;
    _Alignas(0) int none = 0;
    _Alignas(2) int x = 0; // error: cannot reduce
    return fine + none + x;
}

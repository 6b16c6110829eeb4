// Several errors are reported in one run.
struct s { int a; };
int main(void) {
    struct s v = {1};
    int n = v.b; // error: b
    undeclared = 3; // error: undeclared
    return v; // error: incompatible types when returning type 'struct s' but 'int' was expected
}

// expect: unsupported
int nondet_int();
int main(void) {
    int n = nondet_int();
    __CPROVER_assume(__CPROVER_forall { int i; i * 3 != n }); // error: a quantifier whose range is not known
    __CPROVER_assume(__CPROVER_forall { int i; i < n ==> i + 1 < 100 }); // error: a quantifier whose range is not known
    __CPROVER_assume(__CPROVER_exists { float f; f > 0 }); // error: a quantifier over a variable that is no integer
    __CPROVER_assume(__CPROVER_exists { int i; i == 0 && n++ }); // error: a quantifier over a condition with side effects
    __CPROVER_assume(__CPROVER_exists { unsigned __int128 i; i == 5 }); // error: a quantifier over a variable of more than 64 bits
    return 0;
}

// Each name switches its check on.
// run: bmc --no-standard-checks
// expect: violated
int nondet_int(void);
unsigned nondet_uint(void);
float nondet_float(void);
enum e { A, B };
#pragma CPROVER check enable "bounds"
#pragma CPROVER check enable "pointer"
#pragma CPROVER check enable "div-by-zero"
#pragma CPROVER check enable "signed-overflow"
#pragma CPROVER check enable "unsigned-overflow"
#pragma CPROVER check enable "undefined-shift"
#pragma CPROVER check enable "pointer-overflow"
#pragma CPROVER check enable "conversion"
#pragma CPROVER check enable "enum-range"
#pragma CPROVER check enable "float-overflow"
#pragma CPROVER check enable "float-div-by-zero"
#pragma CPROVER check enable "nan"
int a[4];
int bounds(int i) { return a[i]; } // error: [bounds.bounds.1]
int pointer(int *p) { return *p; } // error: [pointer.pointer.1]
int quotient(int i) { return 7 / i; } // error: [quotient.division-by-zero.1]
int sum(int i) { return i + 1; } // error: [sum.overflow.1]
unsigned usum(unsigned i) { return i + 1; } // error: [usum.unsigned-overflow.1]
unsigned shift(unsigned i) { return 1u << i; } // error: [shift.undefined-shift.1]
int *far(int i) { int *p = a; return p + i; } // error: [far.pointer-overflow.1]
char narrow(int i) { return i; } // error: [narrow.conversion.1]
enum e value(int i) { return i; } // error: [value.enum-range.1]
float square(float x) { return x * x; } // error: [square.float-overflow.1]
float inverse(float x) { return 1 / x; } // error: [inverse.float-division-by-zero.1]
float difference(float x) { return x - x; } // error: [difference.nan.1]
int main(void) {
    switch (nondet_int()) {
    case 0: return bounds(nondet_int());
    case 1: return pointer(nondet_int() ? a : (int *)0);
    case 2: return quotient(nondet_int());
    case 3: return sum(nondet_int());
    case 4: return usum(nondet_uint()) > 1;
    case 5: return shift(nondet_uint()) > 1;
    case 6: return far(nondet_int()) == a;
    case 7: return narrow(nondet_int());
    case 8: return value(nondet_int() & 3);
    case 9: { float x = nondet_float(); if (x > 0 && x < 1e30f) square(x); break; }
    case 10: { float x = nondet_float(); if (x >= 0 && x < 1 && (x == 0 || x > 0.1f)) inverse(x); break; }
    default: difference(nondet_float());
    }
    return 0;
}

double unused(double);
double used(double); // error: conflicting types for 'used'
int call(void) { return used(1) > 0; }

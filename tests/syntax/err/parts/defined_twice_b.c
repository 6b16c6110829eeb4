int f(void) { return 2; } // error: f

#ifndef STEP
#error "the database says what is included"
#endif
int pump(int level) { return level + STEP; }

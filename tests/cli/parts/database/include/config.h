#define STEP 3
int pump(int level);

int real_shared = 5;
int exported(void);
int real_name(int x) { return x + real_shared; }
int count(void) { return exported(); }

// Each call that uses a result which is missing is an error, whatever other calls of the function do; also through pointers, of records, and by `return;`.
// run: bmc, bmc --engine kind, bmc --engine auto
// expect: violated
int nondet_int(void);
struct s {
    int a;
};
static int plain(int k) {
    if (k > 0)
        return 1;
}
static int by_pointer(int k) {
    if (k > 0)
        return 1;
    return;
}
static struct s record(int k) {
    struct s s = {1};
    if (k > 0)
        return s;
}
int (*table[1])(int) = {by_pointer};
int main(void) {
    int k = nondet_int();
    plain(-1);
    record(-1);
    by_pointer(-1);
    if (k == 1)
        k = plain(k - 2); // error: [main.unreachable.1]
    else if (k == 2)
        k = table[0](k - 3); // error: [main.unreachable.2]
    else if (k == 3) {
        struct s s = record(k - 4); // error: [main.unreachable.3]
        k = s.a;
    }
    return 0;
}

// A byte of a message that is read as a `_Bool` may be neither 0 nor 1.
// run: check --enum-range-check
// expect: violated
int __VERIFIER_nondet_int(void);
union {
    unsigned char bytes[2];
    struct {
        unsigned char length;
        _Bool last;
    } fields;
} message;
int main(void) {
    int counts[2] = {0};
    message.bytes[1] = (unsigned char)__VERIFIER_nondet_int();
    counts[message.fields.last]++; // error: [main.enum-range.1]
    return counts[0];
}

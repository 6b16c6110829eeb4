// Two counters in step: bits alone do not say it, an equation that is found by other means does.
// run: check --engine ic3
// expect: proved
_Bool nondet_bool(void);
int main(void) {
    unsigned written = 0, read = 0;
    int full = 0;
    for (;;) {
        if (!full && nondet_bool()) {
            written++;
            full = 1;
        } else if (full && nondet_bool()) {
            read++;
            full = 0;
        }
        __CPROVER_assert(written - read == (unsigned)full, "what was written and not read is in the buffer");
    }
}

/* A watchdog in hardware and its shadow in software.
 *
 * The watchdog counts down from 40 and is served by the right answer to its question; the software keeps a bit for each cycle
 * without service, to warn in time. They agree in every cycle. A difference of the two is seen only when one of them ends, so
 * that k-induction needs a k of about 40.
 */

enum { CYCLES = 40 };

unsigned nondet_uint(void);
_Bool nondet_bool(void);

static unsigned question = 1;
static int left = CYCLES;
static unsigned long long waited;
static unsigned load;

static unsigned next_question(unsigned q) {
    unsigned bit = (q >> 0 ^ q >> 2 ^ q >> 3 ^ q >> 5) & 1;
    return (q >> 1 | bit << 15) & 0xffff;
}

static _Bool is_answer(unsigned q, unsigned answer) { return ((answer ^ answer >> 3) & 0xffff) == (q ^ 0x5a5a); }

static void measure_load(unsigned busy) {
    load = load - (load >> 3) + (busy & 0xff);
    if (load > 2000)
        load = 2000;
}

int main(void) {
    while (1) {
        unsigned answer = nondet_uint();
        measure_load(nondet_uint());
        _Bool served = is_answer(question, answer) && load < 1500;
        if (served) {
            question = next_question(question);
            left = CYCLES;
        } else if (left > 0) {
            left--;
        }
        waited = served ? 0 : (waited << 1 | 1) & ((1ull << CYCLES) - 1);
        _Bool reset = left == 0, warned = waited >> (CYCLES - 1) & 1;
        __CPROVER_assert(reset == warned, "the warning comes with the reset");
    }
}

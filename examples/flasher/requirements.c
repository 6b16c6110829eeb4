/* Requirements of section 3.1, as tests of the step function: inputs of some cycles, and the lights that they must give. */
#include "flasher.h"
#include <assert.h>

static void begin(void) {
    init();
    f1();
    assert(!outL && !outR);
    F = TRUE;
}

/* One cycle, with the lights as '1' and '0', left and right. */
static void cycle(char left, char right) {
    f1();
    assert(outL == (left == '1') && outR == (right == '1'));
}

static void both(const char *lights) {
    for (; *lights; lights++) cycle(*lights, *lights);
}

static void left(const char *lights) {
    for (; *lights; lights++) cycle(*lights, '0');
}

static void right(const char *lights) {
    for (; *lights; lights++) cycle('0', *lights);
}

/* 3.1.1: the light of the lever oscillates with a period of 6, begins at once and stops at once. */
static void direction_change(void) {
    begin();
    R = TRUE;
    right("11100011100011");
    R = FALSE;
    right("000");
    L = TRUE;
    left("1111000111000");
    L = FALSE;
    left("00");
    L = TRUE;
    left("11");
    L = FALSE;
    R = TRUE;
    right("1110");
}

/* 3.1.2: nothing happens when an unlocked car is unlocked; the doors are locked at first. */
static void unlock(void) {
    begin();
    ULK = TRUE;
    both("0010101010101010101010000");
    ULK = FALSE;
    both("0");
    ULK = TRUE;
    both("0000000000");
}

static void lock_locked(void) {
    begin();
    LK = TRUE;
    both("0101010101010101010101010101010101010101010101010101010101010000");
}

static void lock_unlocked(void) {
    begin();
    ULK = TRUE;
    both("0010101010101010101010");
    ULK = FALSE;
    LK = TRUE;
    both("001111111111000000000000000");
    LK = FALSE;
    both("0");
    LK = TRUE;
    both("010101");
}

/* 3.1.3: a push button switches the warning on and off. */
static void warning(void) {
    begin();
    both("00");
    W = TRUE;
    both("11");
    W = FALSE;
    both("1000111000");
    W = TRUE;
    both("000");
    W = FALSE;
    both("0");
}

/* Property 2: the lever resumes behind the warning, in its own phase. */
static void resume(void) {
    begin();
    R = TRUE;
    right("11");
    W = TRUE;
    both("11");
    W = FALSE;
    both("1");
    W = TRUE;
    right("0111");
}

/* Property 3: F switches levers and warning off, not the key. */
static void inactive(void) {
    begin();
    R = TRUE;
    right("11");
    F = FALSE;
    right("00");
    W = TRUE;
    both("00");
    LK = TRUE;
    both("010101");
    F = TRUE;
    both("010101");
}

int main(void) {
    direction_change();
    unlock();
    lock_locked();
    lock_unlocked();
    warning();
    resume();
    inactive();
    return 0;
}

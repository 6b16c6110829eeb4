// run: check --engine kind
// expect: safe
// A scheduler runs processes that pass a token on: states of control are many, and what the token is depends on who has it.
#include <assert.h>
int nondet_int(void);

enum state { READY, ASLEEP };
static enum state m_state, a_state, b_state, c_state, d_state;
static int m_waits, a_waits, b_waits, c_waits, d_waits;
static unsigned token, local;

static void master(void) {
    if (m_waits)
        assert(token == local + 4);
    local = token = nondet_int();
    if (a_waits)
        a_state = READY;
    m_waits = 1;
    m_state = ASLEEP;
}

static void a(void) {
    if (a_waits) {
        token += 1;
        if (b_waits)
            b_state = READY;
    }
    a_waits = 1;
    a_state = ASLEEP;
}

static void b(void) {
    if (b_waits) {
        token += 1;
        if (c_waits)
            c_state = READY;
    }
    b_waits = 1;
    b_state = ASLEEP;
}

static void c(void) {
    if (c_waits) {
        token += 1;
        if (d_waits)
            d_state = READY;
    }
    c_waits = 1;
    c_state = ASLEEP;
}

static void d(void) {
    if (d_waits) {
        token += 1;
        if (m_waits)
            m_state = READY;
    }
    d_waits = 1;
    d_state = ASLEEP;
}

int main(void) {
    while (m_state == READY || a_state == READY || b_state == READY || c_state == READY || d_state == READY) {
        if (m_state == READY && nondet_int())
            master();
        if (a_state == READY && nondet_int())
            a();
        if (b_state == READY && nondet_int())
            b();
        if (c_state == READY && nondet_int())
            c();
        if (d_state == READY && nondet_int())
            d();
    }
    return 0;
}

/* What the harnesses share: any value for an input, and so many cycles as -D UNWINDINGS=N says, or without end. */
#ifndef HARNESS_H
#define HARNESS_H

#include "flasher.h"
#include <assert.h>

boolean nondet_in(void);

#ifdef UNWINDINGS
#define FOR_CYCLES(i) for (int i = 0; i < UNWINDINGS; i++)
#define WHILE_CYCLES(j, condition) for (int j = 0; j < UNWINDINGS && (condition); j++)
#else
#define FOR_CYCLES(i) for (;;)
#define WHILE_CYCLES(j, condition) while (condition)
#endif

/* Counts the cycles of a period of 6: what the figures count without end, they take modulo 6. */
static int next_of_period(int count) { return count == 5 ? 0 : count + 1; }

#endif

/* The Flasher Manager: its inputs, its outputs and one cycle of it. */
#ifndef FLASHER_H
#define FLASHER_H

typedef _Bool boolean;
#define TRUE 1
#define FALSE 0

/* Inputs of a cycle: the flashing function is active, the lever to the left and to the right, the buttons of the key, the
 * warning button. */
extern boolean F, L, R, LK, ULK, W;

/* Outputs of a cycle: the lights. */
extern boolean outL, outR;

/* The initial state: the doors are locked, nothing flashes, no input is active. */
void init(void);

/* One cycle. */
void f1(void);

#endif

/* The Flasher Manager, a controller of the flashing lights of a car, in the style of code that is generated from a Simulink model: every
 * block of the diagram is a statement, unit delays are the state, switches are conditionals.
 *
 * Written anew from the description in Collavizza, Vinh, Ponsini, Rueher, Rollet, "Constraint-Based BMC: A Backjumping Strategy", section 3.1
 * and figures 4 to 6; README.md says what is taken from there and what was chosen.
 *
 * The subsystems: _a left flasher, _b right flasher, _c warning, _d doors, _e unlock flash, _f lock flash of a locked car, _g lock flash of
 * an unlocked car. A flasher with a period of 6 counts the cycles of a phase and changes the phase after three.
 */

#include "flasher.h"

boolean F, L, R, LK, ULK, W;
boolean outL, outR;

/* State of the left flasher. */
static boolean Unit_Delay_a_DSTATE;  /* light of the last cycle */
static int Unit_Delay1_a_DSTATE;     /* cycles of the phase */
static boolean Unit_Delay3_a_DSTATE; /* the dark phase is next */
static boolean Unit_Delay4_a_DSTATE; /* lever of the last cycle */

/* State of the right flasher. */
static boolean Unit_Delay_b_DSTATE;
static int Unit_Delay1_b_DSTATE;
static boolean Unit_Delay3_b_DSTATE;

/* State of the warning. */
static boolean Unit_Delay_c_DSTATE;
static int Unit_Delay1_c_DSTATE;
static boolean Unit_Delay3_c_DSTATE;
static boolean Unit_Delay4_c_DSTATE; /* button of the last cycle */
static boolean Unit_Delay5_c_DSTATE; /* the warning is on */

/* State of the doors. */
static boolean Unit_Delay_d_DSTATE;  /* locked */
static boolean Unit_Delay4_d_DSTATE; /* lock button of the last cycle */
static boolean Unit_Delay5_d_DSTATE; /* unlock button of the last cycle */

/* State of the flashes of the key: cycles since the button was pressed, and the light of the last cycle. */
static int Unit_Delay1_e_DSTATE;
static boolean Unit_Delay_e_DSTATE;
static int Unit_Delay1_f_DSTATE;
static boolean Unit_Delay_f_DSTATE;
static int Unit_Delay1_g_DSTATE;

void init(void) {
    F = FALSE;
    L = FALSE;
    R = FALSE;
    LK = FALSE;
    ULK = FALSE;
    W = FALSE;
    outL = FALSE;
    outR = FALSE;
    Unit_Delay_a_DSTATE = FALSE;
    Unit_Delay1_a_DSTATE = 0;
    Unit_Delay3_a_DSTATE = FALSE;
    Unit_Delay4_a_DSTATE = FALSE;
    Unit_Delay_b_DSTATE = FALSE;
    Unit_Delay1_b_DSTATE = 0;
    Unit_Delay3_b_DSTATE = FALSE;
    Unit_Delay_c_DSTATE = FALSE;
    Unit_Delay1_c_DSTATE = 0;
    Unit_Delay3_c_DSTATE = FALSE;
    Unit_Delay4_c_DSTATE = FALSE;
    Unit_Delay5_c_DSTATE = FALSE;
    Unit_Delay_d_DSTATE = TRUE;
    Unit_Delay4_d_DSTATE = FALSE;
    Unit_Delay5_d_DSTATE = FALSE;
    Unit_Delay1_e_DSTATE = 0;
    Unit_Delay_e_DSTATE = FALSE;
    Unit_Delay1_f_DSTATE = 0;
    Unit_Delay_f_DSTATE = FALSE;
    Unit_Delay1_g_DSTATE = 0;
}

void f1(void) {
    /* left and right flasher */
    boolean Switch1_a, and1_a, and2_a, and3_a, change_a, superior_a, not_a, Switch3_a, light_a;
    boolean Switch5_b, and1_b, change_b, superior_b, not_b, Switch3_b, light_b;
    int rtb_Switch_a, add_a, rtb_Switch_b, add_b;
    /* warning */
    boolean not1_c, rise_c, not2_c, Switch2_c, Switch5_c, and1_c, change_c, superior_c, not_c, Switch3_c, light_c;
    int rtb_Switch_c, add_c;
    /* doors */
    boolean not1_d, rise1_d, not2_d, rise2_d, Switch1_d, Switch2_d, not3_d, unlock_d, lock_locked_d, lock_unlocked_d;
    /* flashes of the key */
    boolean running_e, more_e, last_e, stop_e, begun_e, not_e, light_e;
    boolean running_f, more_f, last_f, stop_f, begun_f, not_f, light_f;
    boolean running_g, more_g, last_g, stop_g, begun_g, low_g, light_g;
    int add_e, Switch1_e, Switch2_e, rtb_Switch_e;
    int add_f, Switch1_f, Switch2_f, rtb_Switch_f;
    int add_g, Switch1_g, Switch2_g, rtb_Switch_g;
    /* outputs */
    boolean or1_h, key_h, or2_h, keylight_h;
    boolean Switch1_l, Switch2_l, Switch1_r, Switch2_r;

    /* ---- Doors: edges of the buttons, and which function they begin ---- */

    not1_d = (TRUE != Unit_Delay4_d_DSTATE);
    rise1_d = ((LK == TRUE) && (not1_d == TRUE));
    not2_d = (TRUE != Unit_Delay5_d_DSTATE);
    rise2_d = ((ULK == TRUE) && (not2_d == TRUE));
    not3_d = (TRUE != Unit_Delay_d_DSTATE);
    unlock_d = ((rise2_d == TRUE) && (Unit_Delay_d_DSTATE == TRUE));
    lock_locked_d = ((rise1_d == TRUE) && (Unit_Delay_d_DSTATE == TRUE));
    lock_unlocked_d = ((rise1_d == TRUE) && (not3_d == TRUE));
    if (rise2_d == TRUE) {
        Switch1_d = FALSE;
    } else {
        Switch1_d = Unit_Delay_d_DSTATE;
    }
    if (rise1_d == TRUE) {
        Switch2_d = TRUE;
    } else {
        Switch2_d = Switch1_d;
    }
    Unit_Delay_d_DSTATE = Switch2_d;
    Unit_Delay4_d_DSTATE = LK;
    Unit_Delay5_d_DSTATE = ULK;

    /* ---- Unlock_flash: from the second cycle after the button to the 21st, with a period of 2 ---- */

    running_e = (Unit_Delay1_e_DSTATE > 0);
    last_e = (Unit_Delay1_e_DSTATE >= 22);
    more_e = ((running_e == TRUE) && (TRUE != last_e));
    if (more_e == TRUE) {
        add_e = (1 + Unit_Delay1_e_DSTATE);
        Switch1_e = add_e;
    } else {
        Switch1_e = 0;
    }
    stop_e = ((lock_locked_d == TRUE) || (lock_unlocked_d == TRUE));
    if (stop_e == TRUE) {
        Switch2_e = 0;
    } else {
        Switch2_e = Switch1_e;
    }
    if (unlock_d == TRUE) {
        rtb_Switch_e = 1;
    } else {
        rtb_Switch_e = Switch2_e;
    }
    begun_e = (rtb_Switch_e >= 3);
    not_e = (TRUE != Unit_Delay_e_DSTATE);
    light_e = ((begun_e == TRUE) && (not_e == TRUE));
    Unit_Delay1_e_DSTATE = rtb_Switch_e;
    Unit_Delay_e_DSTATE = light_e;

    /* ---- Lock_flash of a locked car: from the next cycle to the 60th, with a period of 2 ---- */

    running_f = (Unit_Delay1_f_DSTATE > 0);
    last_f = (Unit_Delay1_f_DSTATE >= 61);
    more_f = ((running_f == TRUE) && (TRUE != last_f));
    if (more_f == TRUE) {
        add_f = (1 + Unit_Delay1_f_DSTATE);
        Switch1_f = add_f;
    } else {
        Switch1_f = 0;
    }
    stop_f = (unlock_d == TRUE);
    if (stop_f == TRUE) {
        Switch2_f = 0;
    } else {
        Switch2_f = Switch1_f;
    }
    if (lock_locked_d == TRUE) {
        rtb_Switch_f = 1;
    } else {
        rtb_Switch_f = Switch2_f;
    }
    begun_f = (rtb_Switch_f >= 2);
    not_f = (TRUE != Unit_Delay_f_DSTATE);
    light_f = ((begun_f == TRUE) && (not_f == TRUE));
    Unit_Delay1_f_DSTATE = rtb_Switch_f;
    Unit_Delay_f_DSTATE = light_f;

    /* ---- Lock_flash of an unlocked car: from the second cycle, 10 cycles on and 10 cycles off ---- */

    running_g = (Unit_Delay1_g_DSTATE > 0);
    last_g = (Unit_Delay1_g_DSTATE >= 22);
    more_g = ((running_g == TRUE) && (TRUE != last_g));
    if (more_g == TRUE) {
        add_g = (1 + Unit_Delay1_g_DSTATE);
        Switch1_g = add_g;
    } else {
        Switch1_g = 0;
    }
    stop_g = ((unlock_d == TRUE) || (lock_locked_d == TRUE));
    if (stop_g == TRUE) {
        Switch2_g = 0;
    } else {
        Switch2_g = Switch1_g;
    }
    if (lock_unlocked_d == TRUE) {
        rtb_Switch_g = 1;
    } else {
        rtb_Switch_g = Switch2_g;
    }
    begun_g = (rtb_Switch_g >= 3);
    low_g = (rtb_Switch_g <= 12);
    light_g = ((begun_g == TRUE) && (low_g == TRUE));
    Unit_Delay1_g_DSTATE = rtb_Switch_g;

    /* ---- Flashers_left: lit at the edge of the lever, three cycles on and three off from the cycle after it ---- */

    Switch1_a = ((L == TRUE) && (F == TRUE));
    and2_a = ((Switch1_a == TRUE) && (Unit_Delay4_a_DSTATE == TRUE));
    and3_a = ((Switch1_a == TRUE) && (TRUE != Unit_Delay4_a_DSTATE));
    and1_a = ((and2_a == TRUE) && (TRUE != Unit_Delay3_a_DSTATE));
    change_a = ((and1_a - Unit_Delay_a_DSTATE) != 0);
    if (change_a == TRUE || and2_a == FALSE) {
        rtb_Switch_a = 0;
    } else {
        add_a = (1 + Unit_Delay1_a_DSTATE);
        rtb_Switch_a = add_a;
    }
    superior_a = (rtb_Switch_a >= 2);
    not_a = (TRUE != Unit_Delay3_a_DSTATE);
    if (superior_a == TRUE) {
        Switch3_a = not_a;
    } else {
        Switch3_a = Unit_Delay3_a_DSTATE;
    }
    light_a = ((and1_a == TRUE) || (and3_a == TRUE));
    Unit_Delay3_a_DSTATE = ((and2_a == TRUE) && (Switch3_a == TRUE));
    Unit_Delay1_a_DSTATE = rtb_Switch_a;
    Unit_Delay_a_DSTATE = and1_a;
    Unit_Delay4_a_DSTATE = Switch1_a;

    /* ---- Flashers_right: three cycles on and three off from the edge of the lever ---- */

    Switch5_b = ((R == TRUE) && (F == TRUE));
    and1_b = ((Switch5_b == TRUE) && (TRUE != Unit_Delay3_b_DSTATE));
    change_b = ((and1_b - Unit_Delay_b_DSTATE) != 0);
    if (change_b == TRUE || Switch5_b == FALSE) {
        rtb_Switch_b = 0;
    } else {
        add_b = (1 + Unit_Delay1_b_DSTATE);
        rtb_Switch_b = add_b;
    }
    superior_b = (rtb_Switch_b >= 2);
    not_b = (TRUE != Unit_Delay3_b_DSTATE);
    if (superior_b == TRUE) {
        Switch3_b = not_b;
    } else {
        Switch3_b = Unit_Delay3_b_DSTATE;
    }
    light_b = and1_b;
    Unit_Delay3_b_DSTATE = ((Switch5_b == TRUE) && (Switch3_b == TRUE));
    Unit_Delay1_b_DSTATE = rtb_Switch_b;
    Unit_Delay_b_DSTATE = and1_b;

    /* ---- Warning: a push button switches it on and off; three cycles on and three off ---- */

    not1_c = (TRUE != Unit_Delay4_c_DSTATE);
    rise_c = ((W == TRUE) && (not1_c == TRUE));
    not2_c = (TRUE != Unit_Delay5_c_DSTATE);
    if (rise_c == TRUE) {
        Switch2_c = not2_c;
    } else {
        Switch2_c = Unit_Delay5_c_DSTATE;
    }
    Switch5_c = ((Switch2_c == TRUE) && (F == TRUE));
    and1_c = ((Switch5_c == TRUE) && (TRUE != Unit_Delay3_c_DSTATE));
    change_c = ((and1_c - Unit_Delay_c_DSTATE) != 0);
    if (change_c == TRUE || Switch5_c == FALSE) {
        rtb_Switch_c = 0;
    } else {
        add_c = (1 + Unit_Delay1_c_DSTATE);
        rtb_Switch_c = add_c;
    }
    superior_c = (rtb_Switch_c >= 2);
    not_c = (TRUE != Unit_Delay3_c_DSTATE);
    if (superior_c == TRUE) {
        Switch3_c = not_c;
    } else {
        Switch3_c = Unit_Delay3_c_DSTATE;
    }
    light_c = and1_c;
    Unit_Delay3_c_DSTATE = ((Switch5_c == TRUE) && (Switch3_c == TRUE));
    Unit_Delay1_c_DSTATE = rtb_Switch_c;
    Unit_Delay_c_DSTATE = and1_c;
    Unit_Delay4_c_DSTATE = W;
    Unit_Delay5_c_DSTATE = Switch2_c;

    /* ---- Outputs: the flashes of the key come before the warning, the warning before the lever ---- */

    or1_h = ((begun_e == TRUE) || (begun_f == TRUE));
    key_h = ((or1_h == TRUE) || (begun_g == TRUE));
    or2_h = ((light_e == TRUE) || (light_f == TRUE));
    keylight_h = ((or2_h == TRUE) || (light_g == TRUE));
    if (Switch5_c == TRUE) {
        Switch1_l = light_c;
        Switch1_r = light_c;
    } else {
        Switch1_l = light_a;
        Switch1_r = light_b;
    }
    if (key_h == TRUE) {
        Switch2_l = keylight_h;
        Switch2_r = keylight_h;
    } else {
        Switch2_l = Switch1_l;
        Switch2_r = Switch1_r;
    }
    outL = Switch2_l;
    outR = Switch2_r;
}

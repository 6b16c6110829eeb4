/* An answer comes with the third cycle behind a question at the latest. */
_Bool __VERIFIER_nondet_bool(void);
_Bool question, answer, broken;
int waiting;
int main(void) {
    for (;;) {
        question = __VERIFIER_nondet_bool();
        answer = 0;
        if (waiting) {
            answer = waiting == 3 || __VERIFIER_nondet_bool();
            waiting = answer ? 0 : waiting + 1;
        }
        if (question && !waiting)
            waiting = 1;
    }
}

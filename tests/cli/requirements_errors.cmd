Mistakes in requirements are told at their place in the requirements file.

$ proofmark check tests/cli/parts/requirements/light.c --requirements tests/cli/parts/requirements/errors.req
? 2
tests/cli/parts/requirements/errors.req:2:21: error: 'lihgt' undeclared
    2 |                     lihgt == 1
      |                     ^~~~~
tests/cli/parts/requirements/errors.req:3:23: error: invalid operands to binary - (have 'int' and 'int *')
    3 |                       light - &wait == 2.0
      |                       ^~~~~~~~~~~~~
tests/cli/parts/requirements/errors.req:5:18: error: 'button2' undeclared
    5 |                  button2 && __pm_p3       
      |                  ^~~~~~~
  hint: did you mean 'button'?

$ proofmark check tests/cli/parts/requirements/light.c --requirements tests/cli/parts/requirements/effects.req
? 2
tests/cli/parts/requirements/effects.req:2:19: error: a requirement only computes with what the program has
    2 |                   __VERIFIER_nondet_bool()
      |                   ^~~~~~~~~~~~~~~~~~~~~~~~

$ proofmark check tests/cli/parts/requirements/light.c --requirements tests/cli/parts/requirements/refused.req
? 2
tests/cli/parts/requirements/refused.req:2:27: error: a requirement changes nothing, it only looks
    2 | req assigns: always light = 2;
      |                           ^
  hint: to compare, write `==`
tests/cli/parts/requirements/refused.req:3:23: error: a requirement changes nothing, it only looks
    3 | req counts: never wait++ == 3;
      |                       ^~
tests/cli/parts/requirements/refused.req:4:14: error: unsupported: `eventually` without a bound: no execution that goes on refutes it
    4 | req endless: eventually walk;
      |              ^~~~~~~~~~~~~~~
  hint: give a bound, `eventually E within N cycles`, or a scope whose end decides it, `before E` or `between E and E`
tests/cli/parts/requirements/refused.req:5:14: error: unsupported: `eventually` without a bound: no execution that goes on refutes it
    5 | req answers: after walk, whenever walk then eventually light == 1;
      |              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  hint: give a bound, `eventually E within N cycles`, or a scope whose end decides it, `before E` or `between E and E`
tests/cli/parts/requirements/refused.req:7:5: error: there are two requirements `twice`
    7 | req twice: never walk;
      |     ^~~~~
tests/cli/parts/requirements/refused.req:6:5: note: the other one
    6 | req twice: never walk;
      |     ^~~~~
tests/cli/parts/requirements/refused.req:8:19: error: `\result` is for requirements at the return of a function
    8 | req result: never \result == 2;
      |                   ^~~~~~~
tests/cli/parts/requirements/refused.req:9:21: error: this bracket is not closed
    9 | req brackets: never (walk;
      |                     ^
tests/cli/parts/requirements/refused.req:10:23: error: expected a number of cycles, from 1 to 1000000
   10 | req bound: walk lasts 0 cycles;
      |                       ^
tests/cli/parts/requirements/refused.req:11:30: error: expected `precedes` or `lasts`
   11 | req pattern: walk while light;
      |                              ^

$ proofmark check tests/cli/parts/requirements/light.c --requirements tests/cli/parts/requirements/places.req
? 2
tests/cli/parts/requirements/places.req:1:4: error: `main` has 1 loops, and none of this name
    1 | at end of loop main.3;
      |    ^~~~~~~~~~~~~~~~~~
  hint: loops have numbers in the order of the source, `main.0`, or the label in front of them, `main.cycle`

$ proofmark check tests/cli/parts/requirements/light.c --requirements tests/cli/parts/requirements/none.req
? 2
error: cannot read tests/cli/parts/requirements/none.req: No such file or directory (os error 2)

$ proofmark check tests/cli/parts/requirements/light.c --requirements tests/cli/parts/requirements/light.c
? 2
tests/cli/parts/requirements/light.c:2:1: error: expected `req NAME: …;` or `at end of loop FUNCTION.NUMBER;`
    2 | _Bool __VERIFIER_nondet_bool(void);
      | ^~~~~
tests/cli/parts/requirements/light.c:4:1: error: expected `req NAME: …;` or `at end of loop FUNCTION.NUMBER;`
    4 | enum { RED, GREEN, YELLOW };
      | ^~~~
tests/cli/parts/requirements/light.c:6:1: error: expected `req NAME: …;` or `at end of loop FUNCTION.NUMBER;`
    6 | static int light = RED, wait;
      | ^~~~~~
tests/cli/parts/requirements/light.c:7:1: error: expected `req NAME: …;` or `at end of loop FUNCTION.NUMBER;`
    7 | static _Bool walk;
      | ^~~~~~
tests/cli/parts/requirements/light.c:9:1: error: expected `req NAME: …;` or `at end of loop FUNCTION.NUMBER;`
    9 | int main(void) {
      | ^~~
tests/cli/parts/requirements/light.c:10:11: error: expected `req NAME: …;` or `at end of loop FUNCTION.NUMBER;`
   10 |     for (;;) {
      |           ^
tests/cli/parts/requirements/light.c:10:12: error: expected `req NAME: …;` or `at end of loop FUNCTION.NUMBER;`
   10 |     for (;;) {
      |            ^
tests/cli/parts/requirements/light.c:12:9: error: expected `req NAME: …;` or `at end of loop FUNCTION.NUMBER;`
   12 |         switch (light) {
      |         ^~~~~~
tests/cli/parts/requirements/light.c:16:17: error: expected `req NAME: …;` or `at end of loop FUNCTION.NUMBER;`
   16 |                 break;
      |                 ^~~~~
tests/cli/parts/requirements/light.c:17:13: error: expected `req NAME: …;` or `at end of loop FUNCTION.NUMBER;`
   17 |             }
      |             ^
tests/cli/parts/requirements/light.c:19:13: error: expected `req NAME: …;` or `at end of loop FUNCTION.NUMBER;`
   19 |             wait = 0;
      |             ^~~~
tests/cli/parts/requirements/light.c:20:13: error: expected `req NAME: …;` or `at end of loop FUNCTION.NUMBER;`
   20 |             break;
      |             ^~~~~
tests/cli/parts/requirements/light.c:21:9: error: expected `req NAME: …;` or `at end of loop FUNCTION.NUMBER;`
   21 |         case GREEN:
      |         ^~~~
tests/cli/parts/requirements/light.c:24:13: error: expected `req NAME: …;` or `at end of loop FUNCTION.NUMBER;`
   24 |             light = YELLOW;
      |             ^~~~~
tests/cli/parts/requirements/light.c:25:13: error: expected `req NAME: …;` or `at end of loop FUNCTION.NUMBER;`
   25 |             break;
      |             ^~~~~
tests/cli/parts/requirements/light.c:26:9: error: expected `req NAME: …;` or `at end of loop FUNCTION.NUMBER;`
   26 |         default: light = RED;
      |         ^~~~~~~
tests/cli/parts/requirements/light.c:27:9: error: expected `req NAME: …;` or `at end of loop FUNCTION.NUMBER;`
   27 |         }
      |         ^
tests/cli/parts/requirements/light.c:29:5: error: expected `req NAME: …;` or `at end of loop FUNCTION.NUMBER;`
   29 |     }
      |     ^

Where the source switches a check off, the report and the last line say so.

$ proofmark check tests/cli/parts/switched_off.c
? 0
Checks that the source switches off (#pragma CPROVER check disable), of which nothing is said there:
  div-by-zero, from tests/cli/parts/switched_off.c:2 on

0 properties
VERIFICATION SUCCESSFUL (the source switches 1 check off)

$ proofmark check -q tests/cli/parts/switched_off.c
? 0
Checks that the source switches off (#pragma CPROVER check disable), of which nothing is said there:
  div-by-zero, from tests/cli/parts/switched_off.c:2 on

VERIFICATION SUCCESSFUL (the source switches 1 check off)

$ proofmark check --no-div-by-zero-check tests/cli/parts/switched_off.c
? 0
0 properties
VERIFICATION SUCCESSFUL

$ proofmark check --json-ui tests/cli/parts/switched_off.c
? 0
...
    "messageText": "the source switches the check div-by-zero off at tests/cli/parts/switched_off.c:2"
...

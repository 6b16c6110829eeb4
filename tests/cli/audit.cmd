What audits a proof is said with -v, and where it is switched off.

$ proofmark check tests/cli/parts/audited.c --engine bmc
tests/cli/parts/audited.c function main
[main.overflow.1] line 8 arithmetic overflow on signed + in x + x: SUCCESS
[main.assertion.1] line 8 in range: SUCCESS
[main.overflow.2] line 9 arithmetic overflow on signed + in x + 1: UNREACHABLE

3 properties: 2 SUCCESS, 1 UNREACHABLE
VERIFICATION SUCCESSFUL

$ proofmark check tests/cli/parts/audited.c --engine bmc --audit 0
tests/cli/parts/audited.c function main
[main.overflow.1] line 8 arithmetic overflow on signed + in x + x: SUCCESS
[main.assertion.1] line 8 in range: SUCCESS
[main.overflow.2] line 9 arithmetic overflow on signed + in x + 1: UNREACHABLE

3 properties: 2 SUCCESS, 1 UNREACHABLE
Audit: none (--audit 0)
VERIFICATION SUCCESSFUL

$ proofmark check tests/cli/parts/audited.c --engine kind --audit 100 -v
...

$ proofmark check tests/cli/parts/audited.c --engine bmc --json-ui --property main.assertion.1
[
  {
    "program": "Proofmark 0.1.0"
  },
  {
    "result": [
      {
        "property": "main.assertion.1",
        "description": "in range",
        "class": "assertion",
        "status": "SUCCESS",
        "sourceLocation": {
          "file": "tests/cli/parts/audited.c",
          "function": "main",
          "line": "8"
        },
        "auditReachedIn": 377
      }
    ]
  },
  {
    "proofs": [
      {
        "engine": "bmc",
        "method": "all loops end within 1 iterations",
        "reductions": [],
        "properties": [
          "main.assertion.1"
        ],
        "checkedBy": "reference: cadical-lrat, proofs checked"
      }
    ]
  },
  {
    "audit": {
      "runs": 483
    }
  },
  {
    "messageType": "STATUS-MESSAGE",
    "messageText": "VERIFICATION SUCCESSFUL"
  },
  {
    "cProverStatus": "success"
  }
]

$ proofmark check tests/cli/parts/audited.c --show-loops --audit 3
? 1
error: the argument '--show-loops' cannot be used with '--audit <N>'

Usage: proofmark check --show-loops <FILE>...

For more information, try '--help'.

$ proofmark check tests/cli/parts/audited.c --audit -1
? 1
error: unexpected argument '-1' found

  tip: to pass '-1' as a value, use '-- -1'

Usage: proofmark check [OPTIONS] [FILE]...

For more information, try '--help'.

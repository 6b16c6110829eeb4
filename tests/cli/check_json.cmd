JSON has the member names of CBMC.

$ proofmark check tests/cli/parts/sensor.c --json-ui --property record.bounds.1
? 10
[
  {
    "program": "Proofmark 0.1.0"
  },
  {
    "result": [
      {
        "property": "record.bounds.1",
        "description": "array index in bounds in s->samples[index]",
        "class": "bounds",
        "status": "FAILURE",
        "sourceLocation": {
          "file": "tests/cli/parts/sensor.c",
          "function": "record",
          "line": "13"
        },
        "trace": [
          {
            "stepType": "input",
            "inputID": "__VERIFIER_nondet_int",
            "values": [
              {
                "data": "5"
              }
            ],
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "19"
            }
          },
          {
            "stepType": "assignment",
            "assignmentType": "variable",
            "lhs": "count",
            "value": {
              "data": "5"
            },
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "19"
            }
          },
          {
            "stepType": "branch",
            "condition": "count < 4",
            "taken": false,
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "20"
            }
          },
          {
            "stepType": "branch",
            "condition": "count > 5",
            "taken": false,
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "20"
            }
          },
          {
            "stepType": "function-call",
            "function": {
              "displayName": "malloc",
              "identifier": "malloc"
            },
            "arguments": [
              {
                "name": "size",
                "value": {
                  "data": "24"
                }
              }
            ],
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "22"
            }
          },
          {
            "stepType": "assignment",
            "assignmentType": "variable",
            "lhs": "copy",
            "value": {
              "data": "&heap@22"
            },
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "22"
            }
          },
          {
            "stepType": "branch",
            "condition": "copy",
            "taken": true,
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "23"
            }
          },
          {
            "stepType": "assignment",
            "assignmentType": "variable",
            "lhs": "heap@22",
            "value": {
              "data": "{.state = IDLE, .id = 3, .ready = 0, .name = \"left\", .samples = {0, 0, 0, 0}}"
            },
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "25"
            }
          },
          {
            "stepType": "assignment",
            "assignmentType": "variable",
            "lhs": "heap@22.ready",
            "value": {
              "data": "1"
            },
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "26"
            }
          },
          {
            "stepType": "assignment",
            "assignmentType": "variable",
            "lhs": "scale",
            "value": {
              "data": "0.5"
            },
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "27"
            }
          },
          {
            "stepType": "assignment",
            "assignmentType": "variable",
            "lhs": "i",
            "value": {
              "data": "0"
            },
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "28"
            }
          },
          {
            "stepType": "branch",
            "condition": "i < count",
            "taken": true,
            "loop": "main.0",
            "iteration": 1,
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "28"
            }
          },
          {
            "stepType": "function-call",
            "function": {
              "displayName": "record",
              "identifier": "record"
            },
            "arguments": [
              {
                "name": "s",
                "value": {
                  "data": "&heap@22"
                }
              },
              {
                "name": "index",
                "value": {
                  "data": "0"
                }
              },
              {
                "name": "value",
                "value": {
                  "data": "0"
                }
              }
            ],
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "29"
            }
          },
          {
            "stepType": "branch",
            "condition": "value > 100",
            "taken": false,
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "record",
              "line": "14"
            }
          },
          {
            "stepType": "function-return",
            "function": {
              "displayName": "record",
              "identifier": "record"
            },
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "record",
              "line": "16"
            }
          },
          {
            "stepType": "assignment",
            "assignmentType": "variable",
            "lhs": "i",
            "value": {
              "data": "1"
            },
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "28"
            }
          },
          {
            "stepType": "branch",
            "condition": "i < count",
            "taken": true,
            "loop": "main.0",
            "iteration": 2,
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "28"
            }
          },
          {
            "stepType": "function-call",
            "function": {
              "displayName": "record",
              "identifier": "record"
            },
            "arguments": [
              {
                "name": "s",
                "value": {
                  "data": "&heap@22"
                }
              },
              {
                "name": "index",
                "value": {
                  "data": "1"
                }
              },
              {
                "name": "value",
                "value": {
                  "data": "30"
                }
              }
            ],
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "29"
            }
          },
          {
            "stepType": "assignment",
            "assignmentType": "variable",
            "lhs": "heap@22.samples[1]",
            "value": {
              "data": "30"
            },
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "record",
              "line": "13"
            }
          },
          {
            "stepType": "branch",
            "condition": "value > 100",
            "taken": false,
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "record",
              "line": "14"
            }
          },
          {
            "stepType": "function-return",
            "function": {
              "displayName": "record",
              "identifier": "record"
            },
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "record",
              "line": "16"
            }
          },
          {
            "stepType": "assignment",
            "assignmentType": "variable",
            "lhs": "i",
            "value": {
              "data": "2"
            },
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "28"
            }
          },
          {
            "stepType": "branch",
            "condition": "i < count",
            "taken": true,
            "loop": "main.0",
            "iteration": 3,
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "28"
            }
          },
          {
            "stepType": "function-call",
            "function": {
              "displayName": "record",
              "identifier": "record"
            },
            "arguments": [
              {
                "name": "s",
                "value": {
                  "data": "&heap@22"
                }
              },
              {
                "name": "index",
                "value": {
                  "data": "2"
                }
              },
              {
                "name": "value",
                "value": {
                  "data": "60"
                }
              }
            ],
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "29"
            }
          },
          {
            "stepType": "assignment",
            "assignmentType": "variable",
            "lhs": "heap@22.samples[2]",
            "value": {
              "data": "60"
            },
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "record",
              "line": "13"
            }
          },
          {
            "stepType": "branch",
            "condition": "value > 100",
            "taken": false,
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "record",
              "line": "14"
            }
          },
          {
            "stepType": "function-return",
            "function": {
              "displayName": "record",
              "identifier": "record"
            },
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "record",
              "line": "16"
            }
          },
          {
            "stepType": "assignment",
            "assignmentType": "variable",
            "lhs": "i",
            "value": {
              "data": "3"
            },
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "28"
            }
          },
          {
            "stepType": "branch",
            "condition": "i < count",
            "taken": true,
            "loop": "main.0",
            "iteration": 4,
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "28"
            }
          },
          {
            "stepType": "function-call",
            "function": {
              "displayName": "record",
              "identifier": "record"
            },
            "arguments": [
              {
                "name": "s",
                "value": {
                  "data": "&heap@22"
                }
              },
              {
                "name": "index",
                "value": {
                  "data": "3"
                }
              },
              {
                "name": "value",
                "value": {
                  "data": "90"
                }
              }
            ],
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "29"
            }
          },
          {
            "stepType": "assignment",
            "assignmentType": "variable",
            "lhs": "heap@22.samples[3]",
            "value": {
              "data": "90"
            },
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "record",
              "line": "13"
            }
          },
          {
            "stepType": "branch",
            "condition": "value > 100",
            "taken": false,
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "record",
              "line": "14"
            }
          },
          {
            "stepType": "function-return",
            "function": {
              "displayName": "record",
              "identifier": "record"
            },
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "record",
              "line": "16"
            }
          },
          {
            "stepType": "assignment",
            "assignmentType": "variable",
            "lhs": "i",
            "value": {
              "data": "4"
            },
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "28"
            }
          },
          {
            "stepType": "branch",
            "condition": "i < count",
            "taken": true,
            "loop": "main.0",
            "iteration": 5,
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "28"
            }
          },
          {
            "stepType": "function-call",
            "function": {
              "displayName": "record",
              "identifier": "record"
            },
            "arguments": [
              {
                "name": "s",
                "value": {
                  "data": "&heap@22"
                }
              },
              {
                "name": "index",
                "value": {
                  "data": "4"
                }
              },
              {
                "name": "value",
                "value": {
                  "data": "120"
                }
              }
            ],
            "hidden": false,
            "thread": 0,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "main",
              "line": "29"
            }
          },
          {
            "stepType": "failure",
            "property": "record.bounds.1",
            "reason": "array index in bounds in s->samples[index]: index 4, array has 4 elements",
            "hidden": false,
            "sourceLocation": {
              "file": "tests/cli/parts/sensor.c",
              "function": "record",
              "line": "13"
            }
          }
        ]
      }
    ]
  },
  {
    "messageType": "STATUS-MESSAGE",
    "messageText": "VERIFICATION FAILED"
  },
  {
    "cProverStatus": "failure"
  }
]

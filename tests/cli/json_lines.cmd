One object a line, and a violation before the report.

$ proofmark check tests/cli/parts/lines.c --json-ui --json-lines --engine bmc --audit 0
? 10
{"found":{"property":"main.assertion.1","description":"not seven","status":"FAILURE","sourceLocation":{"file":"tests/cli/parts/lines.c","function":"main","line":"6"}}}
{"program":"Proofmark 0.1.0"}
{"result":{"property":"unused.pointer.1","description":"dereference: pointer valid in *p","class":"pointer","status":"UNREACHABLE","sourceLocation":{"file":"tests/cli/parts/lines.c","function":"unused","line":"2"},"auditReachedIn":0}}
{"result":{"property":"main.assertion.1","description":"not seven","class":"assertion","status":"FAILURE","sourceLocation":{"file":"tests/cli/parts/lines.c","function":"main","line":"6"},"trace":[{"stepType":"input","inputID":"__VERIFIER_nondet_int","values":[{"data":"7"}],"hidden":false,"thread":0,"sourceLocation":{"file":"tests/cli/parts/lines.c","function":"main","line":"5"}},{"stepType":"assignment","assignmentType":"variable","lhs":"x","value":{"data":"7"},"hidden":false,"thread":0,"sourceLocation":{"file":"tests/cli/parts/lines.c","function":"main","line":"5"}},{"stepType":"failure","property":"main.assertion.1","reason":"not seven: 7 != 7 is false","hidden":false,"sourceLocation":{"file":"tests/cli/parts/lines.c","function":"main","line":"6"}}]}}
{"proofs":[{"engine":"bmc","method":"all loops end within 1 iterations","reductions":[],"properties":["unused.pointer.1"],"checkedBy":"reference: cadical-lrat, proofs checked"}]}
{"audit":{"runs":0}}
{"messageType":"STATUS-MESSAGE","messageText":"VERIFICATION FAILED"}
{"cProverStatus":"failure"}

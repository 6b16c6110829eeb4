Functions that nobody calls are counted; their properties are listed by -v.

$ proofmark check tests/cli/parts/uncalled.c
tests/cli/parts/uncalled.c function main
[main.assertion.1] line 7 written: SUCCESS

4 properties: 1 SUCCESS, 3 UNREACHABLE
3 of them UNREACHABLE in 2 functions that nobody calls
VERIFICATION SUCCESSFUL

$ proofmark check tests/cli/parts/uncalled.c -q
VERIFICATION SUCCESSFUL

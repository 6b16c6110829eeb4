Loops are named function.N in the order of the source.

$ proofmark show loops tests/cli/parts/two_loops.c
Loop main.0: file tests/cli/parts/two_loops.c line 3 function main
Loop main.1: file tests/cli/parts/two_loops.c line 5 function main

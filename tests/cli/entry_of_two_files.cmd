Two functions of one name, each in its own file: it is not known which one is meant.

$ proofmark check tests/cli/parts/entry_one.c tests/cli/parts/entry_two.c --function start
? 2
tests/cli/parts/entry_two.c:1:12: error: more than one function `start' is defined, each in its own file
...

Errors show the line with a caret.

$ proofmark run tests/cli/parts/broken.c
? 2

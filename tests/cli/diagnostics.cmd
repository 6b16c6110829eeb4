Errors show the line with a caret.

$ proofmark run tests/cli/parts/broken.c
? 2
tests/cli/parts/broken.c:3:26: error: 'struct point' has no member named 'z'
    3 |     return p.x * p.x + p.z * p.z;
      |                          ^
  hint: did you mean 'x'?
tests/cli/parts/broken.c:3:32: error: 'struct point' has no member named 'z'
    3 |     return p.x * p.x + p.z * p.z;
      |                                ^
  hint: did you mean 'x'?
tests/cli/parts/broken.c:7:17: error: incompatible type for argument 1 of 'norm': expected 'struct point' but it is 'struct point *'
    7 |     return norm(&p);
      |                 ^~

The steps between cut points, with guards and assignments. Where no guard holds, executions end.

$ proofmark show automaton tests/cli/parts/export/counter.c
variable |main::x| (_ BitVec 8) := #b00000000
variable |main::y| (_ BitVec 8) := #b00000000
location 0: ENTRY
  edge to 2 if true
    |main::x| := #b00000000
    |main::y| := #b00000000
location 1: END
...

Properties have stable ids, their place, and the C text of what is checked.

$ proofmark show properties tests/cli/parts/properties.c

What the options of the preprocessor say, in the order written; what is not known is refused.

$ proofmark check -q -U BUG -D BUG tests/cli/parts/preprocessing/order.c
? 0


$ proofmark check -q -D BUG -U BUG tests/cli/parts/preprocessing/order.c
? 0
VERIFICATION SUCCESSFUL

$ proofmark check -q -D N=1 -U N -D N=2 tests/cli/parts/preprocessing/value.c
? 0


$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/defined_last.json
? 0


$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/undefined_last.json
? 0
VERIFICATION SUCCESSFUL

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/defined_again.json
? 0


$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/defined_last.json -U BUG
? 0
VERIFICATION SUCCESSFUL

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/undefined_last.json -D BUG
? 0


$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/system_first.json
? 0


$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/after_first.json
? 0


$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/quote.json
? 0


$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/quote_only.json
? 0
VERIFICATION SUCCESSFUL

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/sysroot.json
? 0


$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/several.json
? 0
VERIFICATION SUCCESSFUL
proofmark: note: tests/cli/parts/preprocessing/order.c has several entries: the first is used

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/several.json tests/cli/parts/preprocessing/order.c
? 0
VERIFICATION SUCCESSFUL
proofmark: note: tests/cli/parts/preprocessing/order.c has several entries: the first is used

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/trigraph.json
? 0


$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/comment.json
? 0


$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/comment_i.json
? 0


$ proofmark check -q tests/cli/parts/preprocessing/trigraph.c
? 0
VERIFICATION SUCCESSFUL

$ proofmark check -q tests/cli/parts/preprocessing/comment.c
? 0
VERIFICATION SUCCESSFUL

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/optimised.json
? 0


$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/not_optimised.json
? 0
VERIFICATION SUCCESSFUL

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/unknown.json
? 0


$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/prefix.json
? 0


$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/big.json
? 0


$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/anonymous.json
? 0


$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/tools.json
? 0
VERIFICATION SUCCESSFUL
proofmark: note: -fplugin=x.so is left out: nothing of a project is run or loaded
proofmark: note: -specs=x.specs is left out: nothing of a project is run or loaded
proofmark: note: -B dir is left out: nothing of a project is run or loaded

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/x32.json
? 0


$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/uefi.json
? 0


$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/exe.json
? 0


$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/exe.json --64
? 0
VERIFICATION SUCCESSFUL

$ proofmark check -q tests/cli/parts/preprocessing/return.c
? 0


$ proofmark check -q tests/cli/parts/preprocessing/return.i
? 0

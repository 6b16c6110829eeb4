What the options of the preprocessor say, in the order written; what is not known is refused.

$ proofmark check -q -U BUG -D BUG tests/cli/parts/preprocessing/order.c
? 10
tests/cli/parts/preprocessing/order.c function main
[main.error.1] line 4 call of reach_error: FAILURE

VERIFICATION FAILED

$ proofmark check -q -D BUG -U BUG tests/cli/parts/preprocessing/order.c
? 0
VERIFICATION SUCCESSFUL

$ proofmark check -q -D N=1 -U N -D N=2 tests/cli/parts/preprocessing/value.c
? 10
tests/cli/parts/preprocessing/value.c function main
[main.error.1] line 4 call of reach_error: FAILURE

VERIFICATION FAILED

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/defined_last.json
? 10
tests/cli/parts/preprocessing/order.c function main
[main.error.1] line 4 call of reach_error: FAILURE

VERIFICATION FAILED

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/undefined_last.json
? 0
VERIFICATION SUCCESSFUL

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/defined_again.json
? 10
tests/cli/parts/preprocessing/order.c function main
[main.error.1] line 4 call of reach_error: FAILURE

VERIFICATION FAILED

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/defined_last.json -U BUG
? 0
VERIFICATION SUCCESSFUL

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/undefined_last.json -D BUG
? 10
tests/cli/parts/preprocessing/order.c function main
[main.error.1] line 4 call of reach_error: FAILURE

VERIFICATION FAILED

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/system_first.json
? 10
tests/cli/parts/preprocessing/header.c function main
[main.error.1] line 9 call of reach_error: FAILURE

VERIFICATION FAILED

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/after_first.json
? 10
tests/cli/parts/preprocessing/header.c function main
[main.error.1] line 9 call of reach_error: FAILURE

VERIFICATION FAILED

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/quote.json
? 10
tests/cli/parts/preprocessing/header.c function main
[main.error.1] line 9 call of reach_error: FAILURE

VERIFICATION FAILED

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/quote_only.json
? 0
VERIFICATION SUCCESSFUL

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/sysroot.json
? 10
tests/cli/parts/preprocessing/header.c function main
[main.error.1] line 9 call of reach_error: FAILURE

VERIFICATION FAILED

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/several.json
? 0
VERIFICATION SUCCESSFUL
proofmark: note: tests/cli/parts/preprocessing/order.c has several entries: the first is used

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/several.json tests/cli/parts/preprocessing/order.c
? 0
VERIFICATION SUCCESSFUL
proofmark: note: tests/cli/parts/preprocessing/order.c has several entries: the first is used

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/trigraph.json
? 10
tests/cli/parts/preprocessing/trigraph.c function main
[main.error.1] line 7 call of reach_error: FAILURE

VERIFICATION FAILED

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/comment.json
? 10
tests/cli/parts/preprocessing/comment.c function main
[main.error.1] line 6 call of reach_error: FAILURE

VERIFICATION FAILED

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/comment_i.json
? 2
error: cannot read tests/cli/parts/preprocessing/comment.i: `//*` begins no comment in C90, which is not supported

$ proofmark check -q tests/cli/parts/preprocessing/trigraph.c
? 0
VERIFICATION SUCCESSFUL

$ proofmark check -q tests/cli/parts/preprocessing/comment.c
? 0
VERIFICATION SUCCESSFUL

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/optimised.json
? 10
tests/cli/parts/preprocessing/optimised.c function main
[main.error.1] line 9 call of reach_error: FAILURE

VERIFICATION FAILED
proofmark: note: _FORTIFY_SOURCE is not defined: its checks at run time are left out

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/not_optimised.json
? 0
VERIFICATION SUCCESSFUL

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/unknown.json
? 2
error: tests/cli/parts/preprocessing/unknown.json: tests/cli/parts/preprocessing/order.c: -fnew-rules is not supported: it is not known what it changes

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/prefix.json
? 2
error: tests/cli/parts/preprocessing/prefix.json: tests/cli/parts/preprocessing/order.c: -iprefix is not supported: it is not known what it changes

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/big.json
? 2
error: tests/cli/parts/preprocessing/big.json: tests/cli/parts/preprocessing/order.c: -fsso-struct=big-endian is not supported: objects would have another layout

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/anonymous.json
? 2
error: tests/cli/parts/preprocessing/anonymous.json: tests/cli/parts/preprocessing/order.c: -fms-extensions is not supported: the language would have other rules

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/tools.json
? 0
VERIFICATION SUCCESSFUL
proofmark: note: -fplugin=x.so is left out: nothing of a project is run or loaded
proofmark: note: -specs=x.specs is left out: nothing of a project is run or loaded
proofmark: note: -B dir is left out: nothing of a project is run or loaded

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/x32.json
? 2
error: tests/cli/parts/preprocessing/x32.json: tests/cli/parts/preprocessing/order.c: 'x86_64-linux-gnux32-gcc' compiles for x86_64-linux-gnux32, which is not LP64 as on x86: --target knows i386, x86_64, x86_64-windows, arm, arm-linux, aarch64, riscv32, riscv64

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/uefi.json
? 2
error: tests/cli/parts/preprocessing/uefi.json: tests/cli/parts/preprocessing/order.c: 'x86_64-unknown-uefi-clang' compiles for x86_64-unknown-uefi, which is not LP64 as on x86: --target knows i386, x86_64, x86_64-windows, arm, arm-linux, aarch64, riscv32, riscv64

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/exe.json
? 2
error: tests/cli/parts/preprocessing/exe.json: tests/cli/parts/preprocessing/order.c: 'gcc.exe' runs on Windows: --LLP64 or --64 says for which system it compiles

$ proofmark check -q --compile-commands tests/cli/parts/preprocessing/exe.json --64
? 0
VERIFICATION SUCCESSFUL

$ proofmark check -q tests/cli/parts/preprocessing/return.c
? 10
tests/cli/parts/preprocessing/return.c function main
[main.error.1] line 7 call of reach_error: FAILURE

VERIFICATION FAILED

$ proofmark check -q tests/cli/parts/preprocessing/return.i
? 10
tests/cli/parts/preprocessing/return.i function main
[main.error.1] line 6 call of reach_error: FAILURE

VERIFICATION FAILED

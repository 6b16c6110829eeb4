Options that say nothing together, or that would have no effect, are mistakes.

$ proofmark check tests/cli/parts/overflow.c --engine kind --unwind 3
? 1
proofmark: options for unwinding and solving are those of --engine bmc: they have no effect on kind

$ proofmark check tests/cli/parts/overflow.c --engine kind --refine
? 1
...
$ proofmark check tests/cli/parts/overflow.c --show-loops --unwind 3
? 1
...
$ proofmark check tests/cli/parts/overflow.c --show-properties --timeout 10s
? 1
...
$ proofmark check tests/cli/parts/overflow.c --show-properties --trace
? 1
...
$ proofmark check tests/cli/parts/overflow.c --no-standard-checks --no-bounds-check
? 1
...
$ proofmark check tests/cli/parts/overflow.c --no-bounds-check --no-standard-checks
? 1
...
$ proofmark check tests/cli/parts/overflow.c --error-label NOWHERE
? 1
proofmark: --error-label: no function of the program has a label `NOWHERE`

$ proofmark check tests/cli/parts/overflow.c --timeout 18446744073709551615
? 1
...
$ proofmark check tests/cli/parts/overflow.c --timeout soon
? 1
...
$ proofmark check tests/cli/parts/overflow.c --memlimit 4x
? 1
...
$ proofmark check tests/cli/parts/overflow.c --mmio 0x1000:16 --mmio 0x1008:16
? 1
proofmark: --mmio: 0x1000:16 and 0x1008:16 overlap

$ proofmark check tests/cli/parts/overflow.c --unwind-min 5 --unwind-max 3
? 1
proofmark: --unwind-min 5 is above --unwind-max 3

$ proofmark check tests/cli/parts/overflow.c --unwindset main.7:3
? 1
...
$ proofmark check tests/cli/parts/overflow.c --function nowhere
? 2
...
$ proofmark check tests/cli/parts/overflow.c --property main.overflow.7
? 7
proofmark: there is no property `main.overflow.7`; the nearest are `main.overflow.1`

$ proofmark check tests/cli/parts/overflow.c --engine bmc --reductions none
? 1
proofmark: --reductions are of the transition system: --engine bmc has none

$ proofmark check tests/cli/parts/overflow.c --engine kind --reductions no-latches
? 1
proofmark: --reductions latches are of the bit level: --engine kind has none

$ proofmark svcomp --engine bmc --reductions none --property unreach-call --data-model LP64 tests/cli/parts/overflow.c
? 1
proofmark: --reductions are of the transition system: --engine bmc has none

$ proofmark check tests/cli/parts/overflow.c --engine ic3 --reductions cones
? 1
...
$ proofmark show loops tests/cli/parts/overflow.c --reductions none
? 1
...
$ proofmark export --format btor2 tests/cli/parts/overflow.c --reductions latches
? 1
...
$ proofmark check tests/cli/parts/overflow.c --engine ic3 --solver z3
? 1
proofmark: options for unwinding and solving are those of --engine bmc: they have no effect on ic3

$ proofmark check tests/cli/parts/overflow.c --engine ic3cfa --unwind 3
? 1
proofmark: options for unwinding and solving are those of --engine bmc: they have no effect on ic3cfa

$ proofmark check tests/cli/parts/overflow.c --strategy dpvs
? 1
proofmark: --strategy is of --engine paths: auto has none

$ proofmark check tests/cli/parts/overflow.c --engine bmc --store none
? 1
proofmark: --store is of --engine paths: bmc has none

$ proofmark check tests/cli/parts/overflow.c --engine kind --order fifo
? 1
proofmark: --order is of --engine paths: kind has none

$ proofmark check tests/cli/parts/overflow.c --engine paths --strategy sideways
? 1
...
$ proofmark check tests/cli/parts/overflow.c --engine paths --jobs 2
? 1
...
$ proofmark check tests/cli/parts/overflow.c --engine paths --strategy cpbpv --store none -q
? 10
...

$ proofmark svcomp --property valid-memsafety --data-model LP64 tests/verdict/library/unmodelled.c
? 5
UNKNOWN (a library function without a model: what it reads and writes is not known, tests/verdict/library/unmodelled.c:8)
VERDICT: unknown

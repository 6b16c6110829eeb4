#!/usr/bin/env python3
"""Compares verdicts with those that CBMC's regression tests expect.

usage: scripts/regressions.py [options] FOLDER ...

FOLDER holds one folder a test, as `regression/cbmc` of CBMC's sources does; each `*.desc` in it names a program, options and lines of the output. Tests are taken whose options
`proofmark check` has, too, or that only change how CBMC works or prints; and that expect a verdict or that the program is refused. Prints each test on which the verdicts
differ, with what Proofmark said, and how many agree. A difference is a place to look, not a failure: some tests are about CBMC's own dialect. Exit code: 0, or 2 for usage.
"""
import collections
import concurrent.futures
import glob
import os
import re
import sys

import common

# Options that mean the same here: without an argument, and with one.
SAME = set("""--32 --64 --ILP32 --LP64 --LLP64 --nondet-static --malloc-may-fail --no-malloc-may-fail --slice-formula --unwinding-assertions --no-unwinding-assertions
--no-standard-checks --bounds-check --no-bounds-check --pointer-check --no-pointer-check --div-by-zero-check --no-div-by-zero-check --signed-overflow-check
--no-signed-overflow-check --unsigned-overflow-check --undefined-shift-check --no-undefined-shift-check --pointer-overflow-check --conversion-check --float-overflow-check
--float-div-by-zero-check --nan-check --enum-range-check --memory-leak-check --memory-cleanup-check""".split())
SAME_WITH_ARGUMENT = {"--unwind", "--function", "--property", "--error-label", "--unwindset", "--depth", "-D", "-I", "-U", "--include"}
# Options about how CBMC works and prints.
OTHERWISE = set("""--trace --floatbv --no-propagation --no-simplify --little-endian --arrays-uf-always --arrays-uf-never --refine --refine-arrays --refine-arithmetic --xml-ui
--json-ui --full-slice --reachability-slice --reachability-slice-fb --stack-trace --localize-faults --malloc-fail-null --validate-goto-model --no-pretty-names
--retain-trivial-checks --paths --drop-unused-functions --stop-on-fail --beautify --smt2 --no-pointer-primitive-check""".split())
OTHERWISE_WITH_ARGUMENT = {"--verbosity", "--object-bits", "--sat-solver"}

Test = collections.namedtuple("Test", "desc files options expected")
EXIT = {0: "proved", 10: "violated", 2: "refused"}


def expected_verdict(lines):
    text = "\n".join(lines).split("\n--")[0]
    if re.search(r"^\^?VERIFICATION SUCCESSFUL", text, re.M):
        return "proved"
    if re.search(r"^\^?VERIFICATION FAILED", text, re.M):
        return "violated"
    return "refused" if re.search(r"EXIT=(6|1)\b|PARSING|CONVERSION", text) else None


def translate(words):
    """Files and options of ours, or None where an option is not known."""
    files, options, words = [], [], iter(words)
    for word in words:
        if word in SAME or word[:2] in ("-D", "-I") and len(word) > 2:
            options.append(word)
        elif word in SAME_WITH_ARGUMENT:
            options += [word, next(words, "")]
        elif word in OTHERWISE_WITH_ARGUMENT:
            next(words, "")
        elif word.endswith((".c", ".i")):
            files.append(word)
        elif word not in OTHERWISE:
            return None
    return files, options


def read_test(desc):
    with open(desc, errors="replace") as f:
        lines = f.read().splitlines()
    if len(lines) < 3 or not lines[0].startswith("CORE"):
        return None
    expected, command = expected_verdict(lines[3:]), translate((lines[1] + " " + lines[2]).split())
    if expected is None or command is None or not command[0]:
        return None
    files, options = command
    folder = os.path.dirname(desc)
    return Test(desc, files, options, expected) if all(os.path.exists(os.path.join(folder, f)) for f in files) else None


def verdict(args, test):
    command = [args.proofmark, "check", *test.files, *test.options, "--timeout", "%ds" % args.seconds, "--memlimit", "2g"]
    result = common.run(command, timeout=4 * args.seconds + 30, cwd=os.path.dirname(test.desc))
    said = [line for line in (result.out + result.err).splitlines() if re.search(r"FAILURE|UNKNOWN|error|because", line)]
    return "timeout" if result.timed_out else EXIT.get(result.code, "code %d" % result.code), said


def main():
    p = common.parser(__doc__)
    p.add_argument("folders", nargs="+")
    p.add_argument("--seconds", type=int, default=8, help="for each test (default: %(default)s)")
    args = p.parse_args()
    descs = [desc for folder in args.folders for desc in sorted(glob.glob(os.path.join(folder, "*", "*.desc")))]
    tests = [test for test in map(read_test, descs) if test]
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for test, (got, said) in zip(tests, pool.map(lambda t: verdict(args, t), tests)):
            counts[test.expected, got] += 1
            if got != test.expected:
                print("%s: expected %s, %s" % (test.desc, test.expected, got))
                print("".join("    %s\n" % line[:160] for line in said[:6]), end="", flush=True)
    for (expected, got), count in counts.most_common():
        print("%5d: expected %s, %s" % (count, expected, got))
    agree = sum(count for (expected, got), count in counts.items() if expected == got)
    print("%d tests of %d, %d agree" % (len(tests), len(descs), agree))
    return 0


if __name__ == "__main__":
    sys.exit(main())

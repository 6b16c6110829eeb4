#!/usr/bin/env python3
"""Compares verdicts with those that CBMC's regression tests expect.

usage: scripts/regressions.py [options] FOLDER ...

FOLDER holds one folder a test, as `regression/cbmc` of CBMC's sources does; each `*.desc` in it names a program, options and lines of the output. Tests are taken whose options
`proofmark check` has, too, or that only change how CBMC works or prints; and that expect a verdict or that the program is refused. Checks that CBMC makes only when asked, or does
not have, are off, unless the test asks for them. Prints each test on which the verdicts differ, with what Proofmark said, and how many agree.

A test is of another dialect where it rests on something that is no C and no intrinsic that Proofmark implements, or on a choice of CBMC where C or gcc says otherwise. Each of these
is in `regressions.txt` with its reason (`folder/test.desc: reason`), and counted apart; those that agree nevertheless are named, so that the list does not outlive its reasons.
A difference is a place to look, not a failure. Exit code: 0, or 2 for usage.
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
# Checks of ours that CBMC does not make by itself, each with the option of CBMC that asks for it.
ONLY_HERE = [("--no-vla-bound-check", None), ("--no-conversion-check", "--conversion-check")]
LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "regressions.txt")

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
    if "--no-standard-checks" not in options:
        options = options + [flag for flag, asked in ONLY_HERE if asked not in options]
    folder = os.path.dirname(desc)
    return Test(desc, files, options, expected) if all(os.path.exists(os.path.join(folder, f)) for f in files) else None


def verdict(args, test):
    command = [args.proofmark, "check", *test.files, *test.options, "--timeout", "%ds" % args.seconds, "--memlimit", "2g"]
    result = common.run(command, timeout=4 * args.seconds + 30, cwd=os.path.dirname(test.desc))
    said = [line for line in (result.out + result.err).splitlines() if re.search(r"FAILURE|UNKNOWN|error|because", line)]
    return "timeout" if result.timed_out else EXIT.get(result.code, "code %d" % result.code), said


def of_another_dialect():
    """The tests of the list, each with its reason."""
    with open(LIST) as f:
        lines = [line.strip() for line in f if line.strip() and not line.startswith("#")]
    return dict(line.split(": ", 1) for line in lines)


def short(desc):
    return "/".join(desc.split(os.sep)[-3:])


def main():
    p = common.parser(__doc__)
    p.add_argument("folders", nargs="+")
    p.add_argument("--only", metavar="WORD", default="", help="tests whose path contains it")
    p.add_argument("--seconds", type=int, default=8, help="for each test (default: %(default)s)")
    args = p.parse_args()
    descs = [desc for folder in args.folders for desc in sorted(glob.glob(os.path.join(folder, "*", "*.desc")))]
    tests = [test for test in map(read_test, descs) if test and args.only in test.desc]
    counts, others, reasons = collections.Counter(), collections.Counter(), of_another_dialect()
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for test, (got, said) in zip(tests, pool.map(lambda t: verdict(args, t), tests)):
            reason = reasons.get(short(test.desc))
            if reason:
                others[reason] += 1
                if got == test.expected:
                    print("%s: agrees, although its dialect is another one (%s)" % (test.desc, reason))
                continue
            counts[test.expected, got] += 1
            if got != test.expected:
                print("%s: expected %s, %s" % (test.desc, test.expected, got))
                print("".join("    %s\n" % line[:160] for line in said[:6]), end="", flush=True)
    for (expected, got), count in counts.most_common():
        print("%5d: expected %s, %s" % (count, expected, got))
    agree = sum(count for (expected, got), count in counts.items() if expected == got)
    for reason, count in others.most_common():
        print("%5d: another dialect: %s" % (count, reason))
    total = sum(counts.values())
    print("%d tests of %d; %d of another dialect; of the other %d, %d agree (%.1f %%)" % (
        len(tests), len(descs), len(tests) - total, total, agree, 100.0 * agree / max(1, total)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

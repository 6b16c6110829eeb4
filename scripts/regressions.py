#!/usr/bin/env python3
"""Compares verdicts with those that CBMC's regression tests expect.

usage: scripts/regressions.py [options] FOLDER ...

FOLDER holds one folder a test, as `regression/cbmc` of CBMC's sources does; each `*.desc` in it names a program, options and lines of the output. Tests are taken whose options
`proofmark check` has, too, or that only change how CBMC works or prints; and that expect a verdict, an exit code, the status of assertions, or that the program is refused. Checks
that CBMC makes only when asked, or does not have, are off, unless the test asks for them. Prints each test on which the verdicts (or a status that the test names) differ, with what
Proofmark said, and how many agree.

Where a test gives a bound and does not ask whether loops go on beyond it (`--no-unwinding-assertions`, or `--no-standard-checks`, which implies it), CBMC's success says no more than
that all holds up to the bound: that, which is inconclusive here, agrees.

Folders of tests of other programs of CBMC are taken as what they are: of `ansi-c` (its compiler) only whether a program is accepted counts; tests of `cprover` (its proofs without
bounds) check assertions, and pointers with `--safety`.

A test is of another dialect where it rests on something that is no C and no intrinsic that Proofmark implements, or on a choice of CBMC where C or gcc says otherwise. Each of these
is in `regressions.txt` with its reason (`folder/test.desc: reason`), and counted apart; those that agree nevertheless are named, so that the list does not outlive its reasons.
A difference is a place to look, not a failure. Exit code: 0, or 2 for usage.
"""
import collections
import concurrent.futures
import fnmatch
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
SAME_WITH_ARGUMENT = {"--unwind", "--function", "--property", "--error-label", "--unwindset", "--depth", "-D", "-I", "-U", "--include", "--incremental-loop", "--unwind-min",
                      "--unwind-max"}
# Options that have other names here.
TRANSLATED = {"--unsigned-char": ["-funsigned-char"], "--winx64": ["--LLP64"], "--i386-linux": ["--32"], "--safety": [], "--no-safety": []}
# Options about how CBMC works and prints.
OTHERWISE = set("""--trace --floatbv --no-propagation --no-simplify --little-endian --arrays-uf-always --arrays-uf-never --refine --refine-arrays --refine-arithmetic --xml-ui
--json-ui --full-slice --reachability-slice --reachability-slice-fb --stack-trace --localize-faults --malloc-fail-null --validate-goto-model --no-pretty-names
--retain-trivial-checks --drop-unused-functions --stop-on-fail --beautify --smt2 --no-pointer-primitive-check --string-abstraction --z3 --trace-hex --compact-trace
--trace-show-code --trace-json-extended --c89 --c99 --c11 --no-sat-preprocessor --validate-ssa-equation --fpa --verbose --inline --solve --gcc""".split())
OTHERWISE_WITH_ARGUMENT = {"--verbosity", "--object-bits", "--sat-solver", "--paths"}
# Checks of ours that CBMC does not make by itself, each with the option of CBMC that asks for it.
ONLY_HERE = [("--no-vla-bound-check", None), ("--no-conversion-check", "--conversion-check")]
LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "regressions.txt")

# What refuses a unit that is only compiled.
NO_MAIN = "error: no function `main' is defined"

Test = collections.namedtuple("Test", "desc files options expected statuses")
EXIT = {0: "proved", 10: "violated", 2: "refused"}


def kind_of(desc):
    """Which program of CBMC the test is for: the folder of its folder."""
    folder = desc.split(os.sep)[-3]
    return folder if folder in ("ansi-c", "cprover") else "cbmc"


def expected_verdict(lines, kind):
    text = "\n".join(lines).split("\n--")[0]
    accepted = "accepted" if kind == "ansi-c" else "proved"
    for pattern, what in [(r"VERIFICATION SUCCESSFUL", "proved"), (r"VERIFICATION FAILED", "violated"), (r"EXIT=\(?(6|1|64)\b|PARSING|CONVERSION", "refused"),
                          (r"EXIT=0\b", accepted), (r"EXIT=10\b", "violated")]:
        if re.search(pattern, text):
            return what
    return None


def expected_statuses(lines):
    """What the test says of assertions: from their ids to SUCCESS or FAILURE."""
    text = "\n".join(lines).split("\n--")[0].replace("\\", "").replace("REFUTED", "FAILURE")
    return dict(re.findall(r"^\^?\[(\w+\.assertion\.\d+)\].*[ :](SUCCESS|FAILURE)\b", text, re.M))


def translate(words):
    """Files and options of ours, or None where an option is not known."""
    files, options, words = [], [], iter(words)
    for word in words:
        if word in SAME or word[:2] in ("-D", "-I") and len(word) > 2:
            options.append(word)
        elif word in TRANSLATED:
            options += TRANSLATED[word]
        elif word in SAME_WITH_ARGUMENT:
            options += [word, next(words, "")]
        elif word in OTHERWISE_WITH_ARGUMENT:
            next(words, "")
        elif word.endswith((".c", ".i")):
            files.append(word)
        elif word not in OTHERWISE:
            return None
    return files, options


def checks(options, asked, kind):
    """The options that set our checks to those that CBMC would make."""
    if kind == "ansi-c" or "--no-standard-checks" in options:
        return []
    if kind == "cprover":
        safety = ["--bounds-check", "--pointer-check", "--div-by-zero-check"] if "--safety" in asked else []
        return ["--no-standard-checks", "--no-malloc-may-fail", *safety]
    return [flag for flag, other in ONLY_HERE if other not in options]


def read_test(desc):
    with open(desc, errors="replace") as f:
        lines = f.read().splitlines()
    if len(lines) < 3 or not lines[0].startswith(("CORE", "THOROUGH")):
        return None
    kind, words = kind_of(desc), (lines[1] + " " + lines[2]).split()
    expected, command = expected_verdict(lines[3:], kind), translate(words)
    if expected is None or command is None or not command[0]:
        return None
    files, options = command
    folder = os.path.dirname(desc)
    if not all(os.path.exists(os.path.join(folder, f)) for f in files):
        return None
    statuses = {} if kind == "ansi-c" else expected_statuses(lines[3:])
    return Test(desc, files, options + checks(options, words, kind), expected, statuses)


def differing_statuses(test, out):
    """Assertions that hold in CBMC and fail here. The other way round says nothing: executions end here where an assertion fails before, or C leaves something undefined."""
    failed = re.findall(r"^\[([\w.]+)\].*: FAILURE\b", out, re.M)
    return ["    [%s]: expected SUCCESS" % name for name in failed if test.statuses.get(name) == "SUCCESS"]


def holds_up_to_bound(test, out):
    """All that is open holds up to the bound that the test gives, and CBMC is told not to ask for more."""
    open_ones = re.findall(r": UNKNOWN \((.*)\)$", out, re.M)
    told = {"--no-unwinding-assertions", "--no-standard-checks", "--depth"} & set(test.options)
    bounded = {"--unwind", "--unwindset", "--unwind-max", "--depth"} & set(test.options)
    return bool(told and bounded and open_ones) and all(reason.startswith("holds up to ") for reason in open_ones)


def verdict(args, test):
    """What Proofmark says, and why it may differ."""
    limits = ["--timeout", "%ds" % args.seconds, "--memlimit", "2g"]
    front_end = kind_of(test.desc) == "ansi-c"
    command = [args.proofmark, *(["show", "properties"] if front_end else ["check", *limits]), *test.files, *test.options]
    result = common.run(command, timeout=4 * args.seconds + 30, cwd=os.path.dirname(test.desc))
    said = [line for line in (result.out + result.err).splitlines() if re.search(r"FAILURE|UNKNOWN|error|because", line)]
    got = "timeout" if result.timed_out else EXIT.get(result.code, "code %d" % result.code)
    if front_end and (got == "proved" or said == [NO_MAIN]):
        got = "accepted"
    if result.code == 5 and test.expected == "proved" and holds_up_to_bound(test, result.out):
        got = "proved"
    statuses = differing_statuses(test, result.out)
    return ("other statuses", statuses + said) if statuses and got == test.expected else (got, said)


def of_another_dialect():
    """The tests of the list, each with its reason."""
    with open(LIST) as f:
        lines = [line.strip() for line in f if line.strip() and not line.startswith("#")]
    return [tuple(line.split(": ", 1)) for line in lines]


def short(desc):
    return "/".join(desc.split(os.sep)[-3:])


def reason_for(desc, reasons):
    """Names in the list may hold `*`."""
    return next((reason for pattern, reason in reasons if fnmatch.fnmatchcase(short(desc), pattern)), None)


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
            reason = reason_for(test.desc, reasons)
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

#!/usr/bin/env python3
"""Compares generalisations of the engine ic3cfa: what is solved, and with how many questions to solvers.

usage: scripts/ic3cfa.py [--seconds N] [--generalisation LIST]... [--with OPTIONS] FILE.c FOLDER ...

Each program is checked once with each generalisation (by default new, old and none). The table counts what is decided, and sums up iterations, questions and time over the programs that
all of them decide. Exit code: 0, 1 where two of them contradict each other, 2 usage.
"""
import glob
import os
import re
import shlex
import sys

import common

NOTE = re.compile(r"ic3cfa: (\d+) iterations, (\d+) calls, (\d+) in generalisations, (\d+) blocked")
VERDICT = re.compile(r"^VERIFICATION (SUCCESSFUL|FAILED)", re.M)


def programs(paths):
    files = []
    for path in paths:
        found = glob.glob(os.path.join(path, "**", "*.[ci]"), recursive=True) if os.path.isdir(path) else [path]
        files += sorted(found)
    return files


def check(args, path, how):
    """The verdict or None, iterations, calls, calls in generalisations, and seconds."""
    command = [args.proofmark, "check", "-v", "--engine", "ic3cfa", "--generalisation", how, "--timeout", "%ds" % args.seconds]
    result = common.run(command + shlex.split(args.options) + [path], timeout=3 * args.seconds + 20)
    verdict = VERDICT.search(result.out)
    notes = [[int(n) for n in found] for found in NOTE.findall(result.err)]
    numbers = [sum(column) for column in zip(*notes)][:3] if notes else [0, 0, 0]
    return (verdict[1] if verdict else None, *numbers, result.seconds)


def main():
    p = common.parser(__doc__, jobs=False)
    p.add_argument("--seconds", type=int, default=20, help="for each check (default: %(default)s)")
    p.add_argument("--generalisation", action="append", help="one of those to compare")
    p.add_argument("--with", dest="options", default="", help="options of each check")
    p.add_argument("paths", nargs="+")
    args = p.parse_args()
    hows = args.generalisation or ["new", "old", "none"]
    files = programs(args.paths)
    results = {how: [check(args, path, how) for path in files] for how in hows}
    by_all = [i for i in range(len(files)) if all(results[how][i][0] for how in hows)]
    print("%d programs, %d seconds each; sums are of the %d that all decide" % (len(files), args.seconds, len(by_all)))
    print("| generalisation | decided | proved | violated | iterations | calls | in generalisations | seconds |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for how in hows:
        verdicts = [r[0] for r in results[how]]
        proved, violated = verdicts.count("SUCCESSFUL"), verdicts.count("FAILED")
        sums = [sum(results[how][i][column] for i in by_all) for column in range(1, 5)]
        print("| `%s` | %d | %d | %d | %d | %d | %d | %.1f |" % (how, proved + violated, proved, violated, *sums))
    wrong = [path for i, path in enumerate(files) if len({results[how][i][0] for how in hows} - {None}) > 1]
    for path in wrong:
        print("contradiction: %s" % path)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

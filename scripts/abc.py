#!/usr/bin/env python3
"""Compares Proofmark's verdicts with those of berkeley-abc on the same programs, exported as AIGER.

usage: scripts/abc.py [options] FILE.c ... SUITE.tsv ...

A C file is checked as `proofmark check` does; a suite has the columns task, property, expected, data_model, and its tasks are
checked as `proofmark svcomp` does. abc decides with `pdr` and `bmc3`, on all outputs together: "safe" means that neither a
violation nor a place where the model is not exact is reached. What abc reaches must be one of the two. Exit code: 0 no
contradiction, 1 a contradiction, 2 usage; without berkeley-abc a message and 0.
"""
import csv
import os
import re
import shutil
import sys
import tempfile

import common

ABC = "berkeley-abc"


def tasks(paths, only):
    """(name, file, property or None, flags, expected or None)"""
    for path in paths:
        if not path.endswith(".tsv"):
            if only in path:
                yield path, path, None, [], None
            continue
        root = os.path.dirname(os.path.abspath(path))
        with open(path) as f:
            for row in csv.DictReader(f, delimiter="\t"):
                if only in row["task"]:
                    yield row["task"], os.path.join(root, row["task"]), row["property"], [row["data_model"]], row["expected"]


def ours(args, file, prop, flags):
    """true, false or unknown"""
    if prop is None:
        command = [args.proofmark, "check", "--engine", args.engine, "--timeout", str(args.seconds), file]
    else:
        command = [args.proofmark, "svcomp", "--engine", args.engine, "--property", prop, "--data-model", flags[0]]
        command += ["--timeout", str(args.seconds), file]
    code = common.run(command, args.seconds + 20).code
    return {0: "true", 10: "false"}.get(code, "unknown")


def export(args, file, prop, flags, path):
    """Writes the circuit; None, or why there is none."""
    command = [args.proofmark, "export", "--format", "aiger", "--timeout", str(args.seconds), "-o", path, file]
    if args.reductions is not None:
        command += ["--reductions", args.reductions]
    if prop is not None:
        command += ["--svcomp", prop] + common.PROOFMARK_FLAGS[flags[0]]
    done = common.run(command, args.seconds + 20)
    return None if done.code == 0 else (done.err.strip().splitlines() or ["no message"])[-1]


def abc(args, path, first=None):
    """safe, unsafe or unknown; of the first outputs only, where a number is given"""
    part = "" if first is None else "cone -s -O 0 -R %d; " % first
    for engine in ("pdr -T %d" % args.seconds, "bmc3 -T %d" % args.seconds):
        script = "read_aiger %s; %sorpos; %s" % (path, part, engine)
        text = common.run([ABC, "-c", script], args.seconds * 2 + 20).out
        if "Property proved" in text:
            return "safe"
        if re.search(r"was asserted in frame", text):
            return "unsafe"
    return "unknown"


def outputs(path):
    """Names of the outputs, in their order."""
    with open(path, "rb") as f:
        return re.findall(rb"^o\d+ (.*)$", f.read(), re.M)


def compare(args, path, mine):
    """abc's verdict, and whether it contradicts ours."""
    theirs = abc(args, path)
    if theirs == "safe":
        return theirs, mine == "false"
    if theirs == "unsafe" and mine == "true":
        names = outputs(path)
        exact = len(names) - names.count(b"inexact")
        # Where only the places are reached at which the model is not exact, nothing is said.
        if exact == len(names) or abc(args, path, exact) == "unsafe":
            return theirs, True
        return "inexact", False
    return theirs, False


def main():
    p = common.parser(__doc__, jobs=False)
    p.add_argument("paths", nargs="+")
    p.add_argument("--seconds", type=int, default=10, help="for each question (default: %(default)s)")
    p.add_argument("--engine", default="auto", help="of proofmark (default: %(default)s)")
    p.add_argument("--reductions", help="of the exported system, as for proofmark export (default: its own)")
    p.add_argument("--only", default="", help="substring of the task")
    args = p.parse_args()
    if shutil.which(ABC) is None:
        print("%s is not installed: nothing is compared (scripts/setup --tests installs it)" % ABC)
        return 0
    counts = {}
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.aig")
        for name, file, prop, flags, expected in tasks(args.paths, args.only):
            mine = ours(args, file, prop, flags)
            missing = export(args, file, prop, flags, path)
            if missing:
                theirs, clash = "no circuit", False
            else:
                theirs, clash = compare(args, path, mine)
            clash |= theirs == "safe" and expected is not None and expected.startswith("false")
            wrong += clash
            counts[mine, theirs] = counts.get((mine, theirs), 0) + 1
            print("%-60s %-8s abc %-10s %s" % (name[-60:], mine, theirs, "WRONG" if clash else missing or ""), flush=True)
    for (mine, theirs), count in sorted(counts.items()):
        print("%4d: proofmark %s, abc %s" % (count, mine, theirs))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Compares Proofmark's verdicts with those of berkeley-abc on the same programs, exported as AIGER.

usage: scripts/abc.py [options] FILE.c ... SUITE.tsv ...

A C file is checked as `proofmark check` does; a suite has the columns task, property, expected, data_model, and its tasks are
checked as `proofmark svcomp` does. abc decides with `pdr` and `bmc3`, on all outputs together: "safe" means that neither a
violation nor a place where the model is not exact is reached. What abc reaches must be one of the two. Exit code: 0 no
contradiction, 1 a contradiction, 2 usage; without berkeley-abc a message and 0.
"""
import os
import re
import shutil
import sys
import tempfile

import abc_tasks
import common


def ours(args, task):
    """true, false or unknown"""
    if task.prop is None:
        command = [args.proofmark, "check", "--engine", args.engine, "--timeout", str(args.seconds), task.file]
    else:
        command = [args.proofmark, "svcomp", "--engine", args.engine, "--property", task.prop, "--data-model", task.model]
        command += ["--timeout", str(args.seconds), task.file]
    code = common.run(command, args.seconds + 20).code
    return {0: "true", 10: "false"}.get(code, "unknown")


def export(args, task, path):
    """Writes the circuit; None, or why there is none."""
    command = [args.proofmark, "export", "--format", "aiger", "--timeout", str(args.seconds), "-o", path, task.file]
    if args.reductions is not None:
        command += ["--reductions", args.reductions]
    if task.prop is not None:
        command += ["--svcomp", task.prop] + common.PROOFMARK_FLAGS[task.model]
    done = common.run(command, args.seconds + 20)
    return None if done.code == 0 else (done.err.strip().splitlines() or ["no message"])[-1]


def outputs(path):
    """Names of the outputs, in their order."""
    with open(path, "rb") as f:
        return re.findall(rb"^o\d+ (.*)$", f.read(), re.M)


def compare(args, path, mine):
    """abc's verdict, and whether it contradicts ours."""
    theirs = abc_tasks.solve(path, args.seconds)
    if theirs == "safe":
        return theirs, mine == "false"
    if theirs == "unsafe" and mine == "true":
        names = outputs(path)
        exact = len(names) - names.count(b"inexact")
        # Where only the places are reached at which the model is not exact, nothing is said.
        if exact == len(names) or abc_tasks.solve(path, args.seconds, exact) == "unsafe":
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
    p.add_argument("--sample", type=int, help="so many tasks, the same in each run")
    args = p.parse_args()
    if shutil.which(abc_tasks.ABC) is None:
        print("%s is not installed: nothing is compared (scripts/setup --tests installs it)" % abc_tasks.ABC)
        return 0
    counts = {}
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.aig")
        for task in abc_tasks.tasks(args.paths, args.only, args.sample):
            mine = ours(args, task)
            missing = export(args, task, path)
            if missing:
                theirs, clash = "no circuit", False
            else:
                theirs, clash = compare(args, path, mine)
            clash |= theirs == "safe" and task.expected is not None and task.expected.startswith("false")
            wrong += clash
            counts[mine, theirs] = counts.get((mine, theirs), 0) + 1
            print("%-60s %-8s abc %-10s %s" % (task.name[-60:], mine, theirs, "WRONG" if clash else missing or ""), flush=True)
    for (mine, theirs), count in sorted(counts.items()):
        print("%4d: proofmark %s, abc %s" % (count, mine, theirs))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

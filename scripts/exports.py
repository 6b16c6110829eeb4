#!/usr/bin/env python3
"""Compares exports of the same program with each other: with and without reductions, in all formats that can be decided.

usage: scripts/exports.py [options] FILE.c ... SUITE.tsv ...

Inputs are those of scripts/abc.py. Each task is exported as DimSpec (solved by `proofmark dimspec`), as AIGER and as BTOR2 (made bits by
scripts/btor2.py; both solved by berkeley-abc), each with `--reductions all` and `none`, and as DimSpec with small blocks, too. Whether anything
bad is reached must be the same for all that are decided, and what the suite expects must not be contradicted. Exit code:
0 no contradiction, 1 a contradiction, 2 usage. Without berkeley-abc only DimSpec is compared.
"""
import collections
import os
import shutil
import sys
import tempfile

import abc_tasks
import btor2
import common

KINDS = [
    ("dimspec", "all", "large"),
    ("dimspec", "none", "large"),
    ("dimspec", "all", "small"),
    ("dimspec", "none", "small"),
    ("aiger", "all", "large"),
    ("aiger", "none", "large"),
    ("btor2", "all", "large"),
    ("btor2", "none", "large"),
]


def export(args, task, kind, path):
    """None, or why there is no export."""
    form, reductions, block = kind
    if reductions == "all":
        # Latches are those of an engine.
        reductions = "cone,dead,elements,constants,copies,widths"
    command = [args.proofmark, "export", "--format", form, "--reductions", reductions, "--block", block]
    command += ["--timeout", str(args.seconds), "-o", path, task.file]
    if task.prop is not None:
        command += ["--svcomp", task.prop] + common.PROOFMARK_FLAGS[task.model]
    done = common.run(command, args.seconds + 20)
    return None if done.code == 0 else common.first_line(done.err) or "code %s" % done.code


def decide(args, kind, path):
    """safe, unsafe, unknown or another word"""
    if kind[0] == "dimspec":
        answers = set()
        for mode in ("ic3", "incremental"):
            command = [args.proofmark, "dimspec", "--quiet", "--mode", mode, "--timeout", str(args.seconds), path]
            code = common.run(command, args.seconds + 20).code
            answers.add({0: "safe", 10: "unsafe", 5: "unknown", None: "unknown"}.get(code, "code %s" % code))
        answers.discard("unknown")
        return "/".join(sorted(answers)) or "unknown"
    if kind[0] == "btor2":
        try:
            with open(path) as f:
                btor2.to_aiger(f.read(), path + ".aig")
        except btor2.Unsupported as why:
            return "no %s" % why
        path += ".aig"
    return abc_tasks.solve(path, args.seconds)


def main():
    p = common.parser(__doc__, jobs=False)
    p.add_argument("paths", nargs="+")
    p.add_argument("--seconds", type=int, default=5, help="for each question (default: %(default)s)")
    p.add_argument("--only", default="", help="substring of the task")
    p.add_argument("--sample", type=int, help="so many tasks, the same in each run")
    args = p.parse_args()
    kinds = [k for k in KINDS if k[0] == "dimspec" or shutil.which(abc_tasks.ABC)]
    counts = collections.Counter()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for task in abc_tasks.tasks(args.paths, args.only, args.sample):
            answers = []
            for kind in kinds:
                path = os.path.join(folder, "model." + kind[0])
                missing = export(args, task, kind, path)
                answers.append("none" if missing else decide(args, kind, path))
            said = {a for a in answers if a in ("safe", "unsafe")}
            odd = [a for a in answers if "/" in a or a.startswith("code")]
            clash = len(said) > 1 or bool(odd) or ("safe" in said and (task.expected or "").startswith("false"))
            wrong += clash
            counts.update(zip((" ".join(k) for k in kinds), answers))
            print("%-50s %s%s" % (task.name[-50:], " ".join("%-8s" % a[:8] for a in answers), " WRONG" if clash else ""), flush=True)
    for (kind, answer), count in sorted(counts.items()):
        print("%4d: %s: %s" % (count, kind, answer))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""How much of real programs `proofmark cover` decides, and whether compilers agree.

    scripts/cover_figures.py FOLDER|FILE.c... [--time 300] [--options "--nondet-static"] [--confirm clang,gcc]

Each folder is one program, all its .c files together. A line a program: goals, covered, unreachable, unknown, and what the compilers say; the sums at the end. Exit code 1 where a
compiler says otherwise.
"""
import argparse
import glob
import os
import re
import subprocess
import sys

COUNTS = re.compile(r"^\w+: (\d+) goals: (\d+) covered, (\d+) unreachable, (\d+) unknown", re.M)
AGREE = re.compile(r"^(\S+): (\d+) goals agree, (\d+) differ, (\d+) were not compared", re.M)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("programs", nargs="+")
    p.add_argument("--time", type=int, default=300)
    p.add_argument("--criterion", default="statement,branch,condition,decision,mcdc")
    p.add_argument("--options", default="")
    p.add_argument("--confirm", default="clang,gcc")
    p.add_argument("--proofmark", default=os.environ.get("PROOFMARK", "target/ci/proofmark"))
    args = p.parse_args()
    total, agree, differs = [0] * 4, {}, False
    for program in args.programs:
        files = sorted(glob.glob(os.path.join(program, "*.c"))) if os.path.isdir(program) else [program]
        command = [args.proofmark, "cover", *files, "--criterion", args.criterion, "-q", "--timeout", str(args.time)]
        command += args.options.split() + ([f"--confirm={args.confirm}"] if args.confirm else [])
        done = subprocess.run(command, capture_output=True, text=True)
        found = [[int(n) for n in m.groups()] for m in COUNTS.finditer(done.stdout)]
        if not found:
            print(f"{program}: {done.stderr.strip().splitlines()[-1:] or done.returncode}", flush=True)
            continue
        sums = [sum(column) for column in zip(*found)]
        total = [a + b for a, b in zip(total, sums)]
        said = []
        for name, same, other, left in AGREE.findall(done.stdout):
            a = agree.setdefault(name, [0, 0, 0])
            for i, n in enumerate((same, other, left)):
                a[i] += int(n)
            differs |= int(other) > 0
            said.append(f"{name} {same}/{other}/{left}")
        trouble = [l for l in done.stderr.splitlines() if l.startswith("proofmark: ")][:3]
        print(f"{program}: {sums[0]} goals, {sums[1]} covered, {sums[2]} unreachable, {sums[3]} unknown; {', '.join(said)}", *trouble, sep="\n    ", flush=True)
    goals, covered, unreachable, unknown = total
    print(f"all: {goals} goals, {covered} covered, {unreachable} unreachable, {unknown} unknown ({100 * unknown / max(goals, 1):.2f} %)")
    for name, (same, other, left) in agree.items():
        print(f"{name}: {same} agree, {other} differ, {left} not compared")
    sys.exit(differs)


if __name__ == "__main__":
    main()

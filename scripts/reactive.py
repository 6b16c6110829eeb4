#!/usr/bin/env python3
"""Measures incremental bounded model checking on a reactive program (benches/reactive), and incremental k-induction.

  scripts/reactive.py [--binary target/release/proofmark] [--steps 100] [--limit 600]

For the program with its bug and for its safe twin, CPU seconds and peak memory of

  - the default: the main loop is followed, each step asks for the new iteration alone,
  - --no-incremental: everything anew at each bound,

up to --steps unwindings, or as far as --limit CPU seconds reach. For the default run the time of each tenth of the steps is
printed: it should stay flat. --no-incremental is compared at the bound that it reached, too.

For each program of benches/induction, CPU seconds of k-induction with and without --no-incremental: everything from the
system to the checked certificate. Invariants are looked for once in both; solvers, unrolling and both cases are new at each k
with --no-incremental.
"""

import argparse
import os
import re
import resource
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.path.join(ROOT, "benches", "reactive", "window.c")
INDUCTION = os.path.join(ROOT, "benches", "induction")


def cpu_seconds(pid):
    try:
        fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return None


def measure(binary, options, limit, program=PROGRAM):
    """Runs to the end or the limit: verdict, seconds, MiB, and the CPU seconds at which each bound began."""
    command = [binary, "check", program, "-v", *options]
    cap = lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, preexec_fn=cap)
    begun = {}
    for line in process.stderr:
        bound = re.match(r"proofmark: bound (\d+),", line)
        if bound:
            begun[int(bound[1])] = cpu_seconds(process.pid) or 0.0
    output = process.stdout.read()
    _, _, usage = os.wait4(process.pid, 0)
    verdict = re.search(r"VERIFICATION (\w+)", output)
    return verdict[1] if verdict else "LIMIT", usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024, begun


def show(name, result):
    verdict, seconds, memory, begun = result
    print(f"  {name:<16} {verdict:<13} bound {max(begun, default=0):>4}  {seconds:8.2f} s  {memory:6} MiB", flush=True)


def show_steps(begun, steps):
    tenth = max(steps // 10, 1)
    marks = [b for b in sorted(begun) if b % tenth == 0]
    for low, high in zip(marks, marks[1:]):
        print(f"    steps {low:>4} to {high:>4}: {(begun[high] - begun[low]) / (high - low):7.3f} s a step")


def compare(binary, name, options, steps, limit):
    print(f"{name}:")
    bound = ["--unwind-max", str(steps), *options]
    incremental = measure(binary, bound, limit)
    show("incremental", incremental)
    show_steps(incremental[3], steps)
    restart = measure(binary, [*bound, "--no-incremental"], limit)
    show("--no-incremental", restart)
    reached = max(restart[3], default=0)
    if reached in incremental[3] and incremental[3][reached] > 0:
        print(f"  to bound {reached}: {restart[3][reached] / incremental[3][reached]:.1f} times faster")
    if incremental[1] > 0:
        more = "at least " if restart[0] == "LIMIT" else ""
        print(f"  in total: {more}{restart[1] / incremental[1]:.1f} times faster")


def compare_induction(binary, limit):
    totals = [0.0, 0.0]
    for name in sorted(os.listdir(INDUCTION)):
        print(f"k-induction, {name}:")
        program = os.path.join(INDUCTION, name)
        for i, options in enumerate([[], ["--no-incremental"]]):
            result = measure(binary, ["--k-induction", *options], limit, program)
            show(options[0] if options else "incremental", result)
            totals[i] += result[1]
    if totals[0] > 0:
        print(f"  in total: {totals[1] / totals[0]:.1f} times faster")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=os.path.join(ROOT, "target", "release", "proofmark"))
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--limit", type=int, default=600, help="CPU seconds a run")
    args = parser.parse_args()
    if not os.path.exists(args.binary):
        sys.exit(f"{args.binary} does not exist: cargo build --release -p proofmark")
    start = time.time()
    compare(args.binary, "bug in cycle 50", ["--stop-on-fail"], args.steps, args.limit)
    compare(args.binary, "safe twin", ["-D", "SAFE"], args.steps, args.limit)
    compare_induction(args.binary, args.limit)
    print(f"{time.time() - start:.0f} s on the clock")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Random programs over few small inputs, decided by brute force, against the engines.

usage: scripts/fuzz_semantics.py [--kind memory|control|integers|heap|floats|calls|reactive|loops|checks|links|all] [--count N] [--seed S] [--32]
                                 [--engines bmc,kind,ic3,ic3cfa,treeic3,cegar,auto,reference] [--every] [--millis N] [--keep DIR] [--jobs N]

For each program the interpreter runs all inputs (of a reactive loop: all inputs in all states that it reaches), gcc's build must compute the same where nothing is
undefined, and what each engine says of each property must be true: no proof of what is violated, no violation of what holds, no counterexample that is not
confirmed, no proof that its check refuses. bmc judges every program, the other engines take turns, unless --every. What is found is reduced to a small program and
printed, or kept in --keep. Program number i of a kind depends on --seed + i only. This builds crates/pm_fuzz, which does all of it in process, and shares the seeds
out to --jobs processes. Exit code: 0 nothing found, 1 something, 2 usage.
"""
import argparse
import os
import subprocess
import sys

import common

KINDS = ("memory", "control", "integers", "heap", "floats", "calls", "reactive", "loops", "checks", "links")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--kind", default="all", choices=KINDS + ("all",))
    p.add_argument("--count", type=int, default=20, help="programs of each kind (default: %(default)s)")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--engines", default="bmc,kind,ic3,ic3cfa,treeic3,cegar,auto,reference")
    p.add_argument("--every", action="store_true", help="every engine on every program")
    p.add_argument("--32", dest="bits32", action="store_true", help="the ILP32 data model")
    p.add_argument("--target", help="a machine other than x86; gcc has no part in it")
    p.add_argument("--millis", type=int, default=1000, help="for each engine (default: %(default)s)")
    p.add_argument("--keep", help="folder for programs with a find")
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes side by side (default: %(default)s)")
    p.add_argument("--profile", default="ci", help="cargo's profile (default: %(default)s)")
    args = p.parse_args()
    common.need("gcc")
    common_args = ["--kind", args.kind, "--engines", args.engines, "--millis", str(args.millis)]
    common_args += (["--32"] if args.bits32 else []) + (["--target", args.target] if args.target else [])
    common_args += (["--every"] if args.every else []) + (["--keep", args.keep] if args.keep else [])
    fuzzer = common.build("pm_fuzz", args.profile)
    jobs = max(1, min(args.jobs, args.count))
    bounds = [args.seed + args.count * i // jobs for i in range(jobs + 1)]
    running = [subprocess.Popen([fuzzer, "--seed", str(a), "--count", str(b - a)] + common_args) for a, b in zip(bounds, bounds[1:])]
    sys.exit(max(0 if process.wait() == 0 else process.returncode if process.returncode > 0 else 2 for process in running))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Measures the search path by path as tables 1 to 4 of Collavizza and others do: presolving, search and total time for dpvs, cpbpv and bmc.

  scripts/paths.py [--binary target/release/proofmark] [--limit 60] [--only WORD] [--quick]

Programs: the properties of examples/flasher at growing unwindings, binary search, tritype and TCAS (benches/paths) with their buggy twins, and the
reactive benchmark (benches/reactive). All times are CPU seconds. Presolving is the graph of definitions and its domains; the rest of the total is
reading, execution, replay and the check of what was found. bmc asks the same search first where it follows a loop. A run that meets the limit is told as such.
"""

import argparse
import os
import re
import resource
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ENGINES = {
    "dpvs": ["--engine", "paths", "--strategy", "dpvs"],
    "cpbpv": ["--engine", "paths", "--strategy", "cpbpv"],
    "paths": ["--engine", "paths"],
    "bmc": ["--engine", "bmc"],
    "check": [],
}


def flasher(prop, unwindings):
    bound = [] if unwindings is None else ["-D", f"UNWINDINGS={unwindings}"]
    name = f"flasher {prop}, " + ("without bound" if unwindings is None else f"{unwindings} unwindings")
    return name, [f"examples/flasher/flasher.c", f"examples/flasher/{prop}.c", *bound]


def bench(name, *options):
    return " ".join([name, *options]).replace("-D ", ""), [f"benches/paths/{name}.c", *options]


def programs(quick):
    yield flasher("prop1", 10)
    for prop in ["prop2", "prop3a"]:
        yield flasher(prop, 10)
    for n in [10, 100] if quick else [10, 50, 100, 200, 400]:
        yield flasher("prop3b", n)
    for n in [10, 100] if quick else [10, 50, 100, 200, 400, 800, 1600]:
        yield flasher("prop4", n)
    for prop in ["prop2", "prop3a", "prop3b", "prop4"]:
        yield flasher(prop, None)
    for n in [4, 8, 16] if quick else [4, 8, 16, 32, 64, 128]:
        yield bench("binary_search", "-D", f"N={n}")
        yield bench("binary_search", "-D", f"N={n}", "-D", "BUGGY")
    for name in ["tritype", "tcas"]:
        yield bench(name)
        yield bench(name, "-D", "BUGGY")
    yield "reactive, 20 unwindings", ["benches/reactive/window.c", "--unwind-max", "20"]
    yield "reactive, violated at 50", ["benches/reactive/window.c", "--unwind-max", "60"]


def run(binary, arguments, limit):
    """Verdict, presolving and search as text where there was a search, total, MiB."""
    command = [binary, "check", *arguments, "-v"]
    cap = lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=cap)
    output, errors = process.stdout.read(), process.stderr.read()
    _, _, usage = os.wait4(process.pid, 0)
    verdict = re.search(r"VERIFICATION (\w+)", output)
    line = re.search(r"presolving ([\d.]+) s, search ([\d.]+) s$", errors, re.M)
    total = usage.ru_utime + usage.ru_stime
    parts = (line[1], line[2]) if line else ("", "")
    return verdict[1].lower() if verdict else "limit", parts, total, usage.ru_maxrss // 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=os.path.join(ROOT, "target", "release", "proofmark"))
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--only", default="", help="programs and engines whose names have this word")
    parser.add_argument("--engines", default="dpvs,cpbpv,bmc,check")
    parser.add_argument("--quick", action="store_true")
    args = parser.parse_args()
    print("| program | engine | verdict | presolving | search | total | MiB |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, program in programs(args.quick):
        if args.only not in name:
            continue
        for engine in args.engines.split(","):
            options = ENGINES[engine]
            if engine == "check" and "--unwind-max" in program:
                continue
            verdict, parts, total, memory = run(args.binary, [*program, *options], args.limit)
            print(f"| {name} | {engine} | {verdict} | {parts[0]} | {parts[1]} | {total:.2f} | {memory} |", flush=True)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Compares ic3cfa, its generalisations and the engines next to it: the tables of docs/ic3cfa.md.

usage: scripts/ic3cfa.py --suite FILE.tsv [--sample N] [--seconds N] [--keep FILE] [--rows NAME;NAME] [--only TEXT]

Tasks are rows of a suite (TSV: task, property, expected, data_model, group). --sample takes so many of them: those whose names have the smallest hashes. Each is run once for each row of the table:
`new`, `old`, `none`, the engines `treeic3`, `bmc`, `cegar`, `kind`, `ic3`, and for each part of the generalisation `no-PART`, with which it is `new` without that part (`new,ctg` with the one that
`new` leaves out). Any list that --generalisation takes is a row, too. Limits are of processor time, so that a busy machine decides nothing. Results are kept in a file, and what is in it
is not run again.

Printed: what each row solves, its processor time and memory for that; and on what it and `new` both solve, time and questions to solvers of both. The score is 2 for a proof and 1 for a violation.
Exit code: 0, 1 where a verdict is wrong, 2 usage.
"""
import csv
import hashlib
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

import common

ENGINES = ["treeic3", "bmc", "cegar", "kind", "ic3"]
PARTS = ["initialisation", "split", "relative", "assumes", "predecessors", "contexts", "minimal", "ordering", "multiple", "interpolation", "lifting", "propagation"]
ROWS = ["new", "old", "none", "treeic3", "bmc", "cegar"] + ["no-" + part for part in PARTS] + ["new,ctg"]
NOTE = re.compile(r"(?:ic3cfa|treeic3|cegar): (\d+) iterations, (\d+) calls, (\d+) in generalisations, (\d+) blocked")
FIELDS = ["row", "task", "verdict", "is_right", "cpu", "mib", "iterations", "calls", "in_generalisations"]
# MiB of address space.
MEMORY = 4096


def tasks(args):
    with open(args.suite) as f:
        rows = [row for row in csv.DictReader(f, delimiter="\t") if args.only in row["task"]]
    rows.sort(key=lambda row: hashlib.sha1(row["task"].encode()).hexdigest())
    return rows[: args.sample or len(rows)]


def name(task):
    """A program may be asked about twice."""
    return "%s %s" % (task["task"], task["property"])


def options(row):
    return ["--engine", row] if row in ENGINES else ["--engine", "ic3cfa", "--generalisation", row]


def wait(process, seconds):
    """Waits for the end of a process. The limit of the system counts ticks, of which a busy machine loses some, so it is looked after here, too."""
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            return status, usage
        with open("/proc/%d/stat" % process.pid) as f:
            ticks = f.read().rsplit(")", 1)[1].split()[11:13]
        if sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK") > seconds:
            process.kill()
        time.sleep(0.2)


def run(args, row, task):
    """One task for one row of the table."""
    path = os.path.join(os.path.dirname(os.path.abspath(args.suite)), task["task"])
    command = [args.proofmark, "svcomp", "-v", "--jobs", "1", "--property", task["property"], "--data-model", task["data_model"], *options(row), path]

    def limits():
        resource.setrlimit(resource.RLIMIT_CPU, (args.seconds, args.seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY << 20, MEMORY << 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, preexec_fn=limits)
        status, usage = wait(process, args.seconds)
        process.returncode = os.waitstatus_to_exitcode(status)
        log.seek(0)
        text = log.read().decode(errors="replace")
    verdict = (re.findall(r"^VERDICT: (true|false)", text, re.M) or ["unknown"])[-1]
    notes = [[int(n) for n in found] for found in NOTE.findall(text)]
    iterations, calls, in_generalisations = [sum(column) for column in zip(*notes)][:3] if notes else [0, 0, 0]
    is_right = int(task["expected"].startswith(verdict))
    return dict(row=row, task=name(task), verdict=verdict, is_right=is_right, cpu="%.2f" % (usage.ru_utime + usage.ru_stime),
                mib=usage.ru_maxrss >> 10, iterations=iterations, calls=calls, in_generalisations=in_generalisations)


def measure(args, rows, wanted):
    """All results by row and task; those that are kept already are not measured."""
    known = {}
    if os.path.exists(args.keep):
        with open(args.keep) as f:
            known = {(r["row"], r["task"]): r for r in csv.DictReader(f, delimiter="\t")}
    with open(args.keep, "a") as f:
        out = csv.DictWriter(f, FIELDS, delimiter="\t")
        if not known:
            out.writeheader()
        for row in rows:
            for task in wanted:
                if (row, name(task)) not in known:
                    known[row, name(task)] = result = run(args, row, task)
                    out.writerow(result)
                    f.flush()
    return known


def solved(known, row, wanted):
    results = [known[row, name(task)] for task in wanted]
    return [r for r in results if r["verdict"] != "unknown" and int(r["is_right"])]


def total(results, field):
    return sum(float(r[field]) for r in results)


def tell(known, rows, wanted, seconds):
    """The two tables."""
    print("%d tasks, %d seconds of processor time each\n" % (len(wanted), seconds))
    print("| | solved | proved | violated | score | seconds | MiB |\n| --- | --- | --- | --- | --- | --- | --- |")
    for row in rows:
        found = solved(known, row, wanted)
        proofs = sum(r["verdict"] == "true" for r in found)
        cells = [len(found), proofs, len(found) - proofs, len(found) + proofs, "%.0f" % total(found, "cpu"), "%.0f" % total(found, "mib")]
        print("| `%s` | %s |" % (row, " | ".join(map(str, cells))))
    if "new" not in rows:
        return
    print("\n| | both solve | seconds, `new` | seconds | calls, `new` | calls | in generalisations, `new` | in generalisations |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    by_new = {r["task"]: r for r in solved(known, "new", wanted)}
    for row in [r for r in rows if r != "new"]:
        theirs = [r for r in solved(known, row, wanted) if r["task"] in by_new]
        ours = [by_new[r["task"]] for r in theirs]
        cells = [len(theirs)]
        for field in ["cpu", "calls", "in_generalisations"]:
            has_none = field != "cpu" and row in ("bmc", "kind", "ic3")
            cells += ["%.0f" % total(ours, field), "" if has_none else "%.0f" % total(theirs, field)]
        print("| `%s` | %s |" % (row, " | ".join(map(str, cells))))


def main():
    p = common.parser(__doc__, jobs=False)
    p.add_argument("--suite", required=True)
    p.add_argument("--sample", type=int)
    p.add_argument("--seconds", type=int, default=20, help="of processor time for each (default: %(default)s)")
    p.add_argument("--keep", default="ic3cfa.tsv", help="the file of results (default: %(default)s)")
    p.add_argument("--rows", default=";".join(ROWS), help="with `;` between them (default: all)")
    p.add_argument("--only", default="", help="a part of the tasks' names")
    args = p.parse_args()
    rows, wanted = args.rows.split(";"), tasks(args)
    known = measure(args, rows, wanted)
    tell(known, rows, wanted, args.seconds)
    wrong = [r for (row, _), r in known.items() if row in rows and r["verdict"] != "unknown" and not int(r["is_right"])]
    for r in wrong:
        print("wrong: %s says %s of %s" % (r["row"], r["verdict"], r["task"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

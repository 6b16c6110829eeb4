#!/usr/bin/env python3
"""Measures solvers and encodings with bounded model checking, and prints the table of docs/solvers.md.

  scripts/solvers.py [--binary target/release/proofmark] [--limit 10] [--suite FILE.tsv --sample 60] [--tacle DIR] [--only z3]

Programs: benches/reactive, and where they are named, tasks of a suite (TSV: task, property, expected, data_model, group) and folders of a TACLeBench tree. Each runs with --engine bmc and --limit seconds of
processor time, for each solver that is installed and each encoding. --sample takes that many of each: those whose names have the smallest hashes. Printed: how many are decided, CPU seconds and the largest memory of a process. Processor time is that of
Proofmark and of all processes below it, also of those that it leaves behind: this script adopts and waits for them. A verdict that is not the expected one, or
not that of another solver, is an error, and the exit code is 1 then.
"""

import argparse
import csv
import ctypes
import glob
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PR_SET_CHILD_SUBREAPER = 36
CHOICES = [("cadical", None), ("batsat", None)] + [
    (name, encoding)
    for name in ["z3", "cvc5", "bitwuzla", "boolector", "yices", "mathsat"]
    for encoding in (["bv"] if name in ("bitwuzla", "boolector") else ["bv", "int"])
]


def installed(name):
    return name in ("cadical", "batsat") or shutil.which("yices-smt2" if name == "yices" else name)


def processor_time(session):
    """Seconds of all processes of a session, and of those that they have waited for."""
    ticks = 0
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path) as f:
                fields = f.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[3]) == session:
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def measure(command, limit):
    """The output, CPU seconds of all processes, and the most MiB of one of them."""
    log = tempfile.TemporaryFile()
    process = subprocess.Popen(command, stdout=log, stderr=subprocess.DEVNULL, start_new_session=True)
    while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        if processor_time(process.pid) > limit:
            os.killpg(process.pid, signal.SIGKILL)
        time.sleep(0.05)
    log.seek(0)
    output = log.read().decode(errors="replace")
    cpu = memory = 0
    until = time.time() + 5
    while time.time() < until:
        try:
            pid, _, usage = os.wait3(os.WNOHANG)
        except ChildProcessError:
            break
        if pid == 0:
            time.sleep(0.01)
            continue
        cpu += usage.ru_utime + usage.ru_stime
        memory = max(memory, usage.ru_maxrss // 1024)
    process.returncode = 0
    return output, cpu, memory


def reactive():
    path = os.path.join(ROOT, "benches", "reactive", "window.c")
    yield "window", ["check", "--stop-on-fail", path], "false"


def tacle(root, sample):
    folders = glob.glob(os.path.join(root, "*", "*"))
    folders.sort(key=lambda f: hashlib.md5(os.path.basename(f).encode()).hexdigest())
    for folder in folders[:sample]:
        files = sorted(glob.glob(os.path.join(folder, "*.c")))
        if files:
            yield os.path.basename(folder), ["check", *files], None


def suite(path, sample):
    rows = list(csv.DictReader(open(path), delimiter="\t"))
    rows.sort(key=lambda r: hashlib.md5(r["task"].encode()).hexdigest())
    for row in rows[:sample]:
        task = os.path.join(os.path.dirname(path), row["task"])
        yield row["task"], ["svcomp", "--property", row["property"], "--data-model", row["data_model"], task], row["expected"]


def verdict(output):
    found = re.findall(r"^(?:VERDICT: (\w+)|VERIFICATION (\w+))", output, re.M)
    word = next((w for w in found[-1] if w), "") if found else ""
    return {"SUCCESSFUL": "true", "FAILED": "false", "true": "true", "false": "false"}.get(word)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=os.path.join(ROOT, "target", "release", "proofmark"))
    parser.add_argument("--limit", type=int, default=10)
    parser.add_argument("--suite")
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--tacle")
    parser.add_argument("--only", default="", help="a solver")
    args = parser.parse_args()
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    groups = [("reactive", list(reactive()))]
    if args.tacle:
        groups.append(("tacle", list(tacle(args.tacle, args.sample))))
    if args.suite:
        groups.append((os.path.basename(args.suite), list(suite(args.suite, args.sample))))
    wrong = []
    print("| programs | solver | encoding | solved | CPU s | most MiB |\n| --- | --- | --- | --- | --- | --- |", flush=True)
    for group, tasks in groups:
        # By task: what the first solver says that says something.
        others = {}
        for name, encoding in CHOICES:
            if args.only not in name or not installed(name):
                continue
            options = ["--engine", "bmc", "--solver", name] + (["--encoding", encoding] if encoding else [])
            solved, cpu, most = 0, 0.0, 0
            for task, command, expected in tasks:
                output, seconds, memory = measure([args.binary, command[0], *options, *command[1:]], args.limit)
                said = verdict(output)
                expected = expected or others.get(task)
                if said:
                    others.setdefault(task, said)
                solved, cpu, most = solved + (said is not None), cpu + seconds, max(most, memory)
                if said and expected and said != expected.split("(")[0]:
                    wrong.append((task, name, encoding, said))
            row = [group, name, encoding or "", f"{solved} of {len(tasks)}", f"{cpu:.0f}", str(most)]
            print("| " + " | ".join(row) + " |", flush=True)
    for case in wrong:
        print("wrong:", *case)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

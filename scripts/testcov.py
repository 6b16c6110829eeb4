#!/usr/bin/env python3
"""Suites of `proofmark testcomp`, judged by the competition's own `testcov` (PyPI: TestCov; it needs clang-tidy and lcov).

    scripts/testcov.py FILE.c... [--list TASKS.tsv... --count 40 --seed 1] [--time 60] [--model LP64] [--property coverage-branches]

Tasks of older competitions call `__VERIFIER_error`, which testcov does not know: they are judged with `reach_error` in its place. A line a task: what Proofmark says that its suite covers, and what testcov measures. Exit code 1 where testcov refuses a suite, or measures less than is claimed (goals are counted in
different ways, so what counts is the part that is covered). A list is one of `benchmark.md`: task, property, verdict, data model.
"""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

FQL = {"coverage-branches": "COVER EDGES(@DECISIONEDGE)", "coverage-error-call": "COVER EDGES(@CALL(reach_error))"}
CLAIM = re.compile(r"^\w+: (\d+) goals: (\d+) covered, (\d+) unreachable, (\d+) unknown", re.M)


def tasks(args):
    if not args.list:
        return [(os.path.abspath(f), args.model) for f in args.files]
    rows = [(os.path.dirname(os.path.abspath(path)), line.rstrip("\n").split("\t")) for path in args.list for line in open(path)]
    all_of = sorted({(os.path.join(folder, r[0]), "ILP32" if "ILP32" in r else "LP64") for folder, r in rows if r[0].endswith((".c", ".i"))})
    random.Random(args.seed).shuffle(all_of)
    return all_of[:args.count]


def current(path, folder):
    """The task as the competition has it today."""
    text = open(path, errors="replace").read()
    if "__VERIFIER_error" not in text or "reach_error" in text:
        return path
    copy = os.path.join(folder, os.path.basename(path))
    with open(copy, "w") as f:
        f.write(text.replace("__VERIFIER_error", "reach_error") + "\nextern void abort(void);\nvoid reach_error() { abort(); }\n")
    return copy


def measured(args, source, model, suite, folder):
    archive, prp = os.path.join(folder, "suite.zip"), os.path.join(folder, "goal.prp")
    with zipfile.ZipFile(archive, "w") as z:
        for name in os.listdir(suite):
            if name.endswith(".xml"):
                z.write(os.path.join(suite, name), name)
    with open(prp, "w") as f:
        f.write(f"COVER( init(main()), FQL({FQL[args.property]}) )\n")
    command = [args.testcov, "-32" if model == "ILP32" else "-64", "--no-runexec", "--no-isolation", "--no-plots", "--timelimit-per-run", "10"]
    command += ["--goal", prp, "--test-suite", archive, "--output", os.path.join(folder, "out"), source]
    try:
        # It leaves files where it is started.
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=folder)
    except subprocess.TimeoutExpired:
        return None, "testcov does not end"
    text = done.stdout + done.stderr
    coverage, goals = re.search(r"Coverage: ([\d.]+)%", text), re.search(r"Number of goals: (\d+)", text)
    if not coverage:
        return None, " ".join(text.split())[-200:]
    return float(coverage.group(1)), int(goals.group(1)) if goals else 0


def main():
    p = argparse.ArgumentParser()
    p.add_argument("files", nargs="*")
    p.add_argument("--list", action="append")
    p.add_argument("--count", type=int, default=40)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--time", type=int, default=60)
    p.add_argument("--model", default="LP64")
    p.add_argument("--property", default="coverage-branches", choices=FQL)
    p.add_argument("--testcov", default=os.environ.get("TESTCOV", "testcov"))
    p.add_argument("--proofmark", default=os.environ.get("PROOFMARK", "target/ci/proofmark"))
    args = p.parse_args()
    counts = {"as much or more": 0, "less": 0, "refused": 0, "no suite": 0}
    for path, model in tasks(args):
        folder = tempfile.mkdtemp(prefix="testcov-")
        suite, source = os.path.join(folder, "suite"), current(path, folder)
        done = subprocess.run([args.proofmark, "testcomp", "--property", args.property, "--data-model", model, "--timeout", str(args.time), "-o", suite, source], capture_output=True, text=True)
        claim = CLAIM.search(done.stdout)
        name = "/".join(path.split("/")[-2:])
        if not claim:
            counts["no suite"] += 1
            print(f"{name}: no suite: {(done.stderr.strip().splitlines() or ['?'])[-1]}", flush=True)
            shutil.rmtree(folder)
            continue
        goals, covered, unreachable, unknown = map(int, claim.groups())
        part = 100 * covered / max(goals, 1)
        found, said = measured(args, source, model, suite, folder) if covered else (0.0, 0)
        verdict = "refused" if found is None else "as much or more" if found + 0.05 >= part else "less"
        counts[verdict] += 1
        shown = said if found is None else f"{found:.1f} % of {said}"
        print(f"{name}: claimed {covered} of {goals} ({part:.1f} %), {unreachable} unreachable, {unknown} unknown; testcov: {shown}: {verdict}", flush=True)
        shutil.rmtree(folder)
    print(", ".join(f"{n} {what}" for what, n in counts.items()))
    sys.exit(counts["less"] + counts["refused"] > 0)


if __name__ == "__main__":
    main()

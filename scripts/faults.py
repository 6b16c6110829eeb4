#!/usr/bin/env python3
"""Deliberate faults: each must be noticed.

usage: scripts/faults.py [NAME…] [--scratch DIR] [--count N] [--millis N] [--quick] [--tests] [--no-build] [--list]

tests/faults holds one-line faults of the executor, the rewriter, reductions and library models, each a file that says what it breaks and which text becomes which.
All of them are built into one program in a scratch copy of the project, behind a switch that the environment sets (PM_FAULT), so that this takes one build. Then, for each fault:
the fuzzer of CI with CI's seeds (scripts/fuzz_semantics.py) and, with --tests, the file tests of verdicts look for it. The table says who noticed: `reference`, `audit` and `check` are the product's own
checks, which refused a proof or saw a mismatch, `replay` the interpreter, which did not confirm a counterexample; `fuzzer` a verdict that is not true, `gcc` a value that
is not gcc's, `tests` a file test. A fault that another check keeps from making a wrong verdict is `masked`, and its file says how.
Exit code: 0 all others are noticed by somebody other than the file tests, 1 not, 2 usage.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys

import common

FAULTS = os.path.join(common.ROOT, "tests", "faults")
SWITCH = """
/// Is this deliberate fault switched on?
pub fn fault(number: u32) -> bool {
    static CHOSEN: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *CHOSEN.get_or_init(|| std::env::var("PM_FAULT").ok().and_then(|n| n.parse().ok()).unwrap_or(0)) == number
}

/// The text of a file, with the fault of a library model that is switched on.
pub fn faulty(name: &str, text: Vec<u8>) -> Vec<u8> {
    const FAULTS: &[(u32, &str, &str, &str)] = &[ROWS];
    match FAULTS.iter().find(|f| fault(f.0) && name.ends_with(f.1)) {
        Some((_, _, from, to)) => String::from_utf8_lossy(&text).replace(from, to).into_bytes(),
        None => text,
    }
}
"""
KINDS = ("memory", "heap", "calls", "control", "integers", "reactive", "loops", "floats", "checks", "links")


class Fault:
    def __init__(self, name):
        self.name = name
        with open(os.path.join(FAULTS, name + ".patch")) as f:
            lines = f.read().splitlines()
        self.what = " ".join(line[2:] for line in lines if line.startswith("# "))
        self.look, *engines = next(line[6:] for line in lines if line.startswith("look: ")).split()
        self.engines = engines[0] if engines else None
        # Another check keeps it from making a wrong verdict: why.
        self.masked = next((line[8:] for line in lines if line.startswith("masked: ")), None)
        self.file = next(line[6:] for line in lines if line.startswith("file: "))
        self.old = "\n".join(line[1:] for line in lines if line.startswith("-"))
        self.new = "\n".join(line[1:] for line in lines if line.startswith("+"))


def quoted(text):
    return '"%s"' % text.replace("\\", "\\\\").replace('"', '\\"')


def check(fault, text):
    """A fault whose text is gone is none any more."""
    if text.count(fault.old) != 1:
        sys.exit("%s: its text is there %d times in %s" % (fault.name, text.count(fault.old), fault.file))


def apply(texts, number, fault):
    """Puts the faulty text beside the right one."""
    text = texts[fault.file]
    check(fault, text)
    if fault.file.endswith(".c"):
        # The text is replaced when it is read.
        return "(%d, %s)" % (number, ", ".join(quoted(t) for t in (fault.file.split("/models/")[1] + ">", fault.old, fault.new)))
    both = "if pm_base::fault(%d) { %s } else { %s }" % (number, fault.new, fault.old)
    is_statement = fault.old.endswith(";")
    texts[fault.file] = text.replace(fault.old, both if is_statement else "(%s)" % both)
    return None


def prepare(scratch, faults):
    """A copy of the project with all faults. What did not change since the last time is left alone, so that it need not be built again."""
    files = subprocess.run(["git", "ls-files"], cwd=common.ROOT, capture_output=True, text=True, check=True).stdout.split()
    texts = {}
    for name in files:
        source = os.path.join(common.ROOT, name)
        if os.path.isfile(source):
            with open(source, newline="", encoding="utf-8", errors="surrogateescape") as f:
                texts[name] = f.read()
    rows = [row for number, fault in faults for row in [apply(texts, number, fault)] if row]
    texts["crates/pm_base/src/lib.rs"] += SWITCH.replace("ROWS", ", ".join(rows))
    parser = "crates/pm_syntax/src/parser/mod.rs"
    head = re.search(r"pub fn parse\([^{]*{", texts[parser]).group(0)
    texts[parser] = texts[parser].replace(head, head + " let text = pm_base::faulty(name, text);")
    for name, text in texts.items():
        target = os.path.join(scratch, name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        data = text.encode("utf-8", "surrogateescape")
        if not os.path.isfile(target) or open(target, "rb").read() != data:
            with open(target, "wb") as f:
                f.write(data)


def adopt_dependencies(scratch):
    """What is built in this folder already is not built once more, as far as it is of others."""
    built = os.path.join(common.ROOT, "target", "ci")
    target = os.path.join(scratch, "target", "ci")
    if os.path.isdir(built) and not os.path.isdir(target):
        shutil.copytree(built, target, symlinks=True)


def build(scratch):
    env = dict(os.environ, CARGO_INCREMENTAL="1")
    command = ["cargo", "build", "--quiet", "--profile", "ci", "--bin", "pm_fuzz", "--bin", "proofmark"]
    built = subprocess.run(command, cwd=scratch, env=env, capture_output=True, text=True)
    if built.returncode != 0:
        print("\n".join(line for line in built.stderr.splitlines() if line.startswith(("error", "  -->"))))
        sys.exit(2)


def noticed(output):
    """Who noticed something, from the fuzzer's output."""
    who = set()
    for line in output.splitlines():
        if "audit" in line:
            who.add("audit")
        elif "reference semantics" in line:
            who.add("reference")
        elif "does not pass its check" in line:
            who.add("check")
        elif "not confirmed" in line:
            who.add("replay")
        elif "gcc" in line and ("differs" in line or "dies" in line):
            who.add("gcc")
        elif re.match(r"  (bmc|kind|ic3|ic3cfa|treeic3|cegar|auto|reference): ", line):
            who.add("fuzzer")
    return who


def first_engines(fault):
    """Whoever is likely to notice it soon: those that the fault names, gcc for library models, engines with transition systems for reductions, else bmc."""
    if fault.file.endswith(".c") and fault.look != "checks":
        return ["--engines", "reference"]
    return ["--no-gcc", "--every", "--engines", fault.engines or ("kind,ic3" if re.search("pm_(model|invariants)", fault.file) else "bmc")]


def examine(scratch, number, fault, count, millis, quick):
    """Who noticed it, and in which kind of programs: the likeliest first (`look` in the fault's file), then all that CI asks."""
    env = dict(os.environ, PM_FAULT=str(number))
    fuzzer = [os.path.join(scratch, "target/ci/pm_fuzz"), "--count", str(count), "--millis", str(millis), "--no-reduce", "--until-found"]
    kinds = [fault.look] + [k for k in KINDS if k != fault.look]
    for more in (first_engines(fault), [])[: 1 if quick else 2]:
        for kind in kinds[: 1 if quick else None]:
            result = subprocess.run(fuzzer + ["--kind", kind] + more, env=env, capture_output=True, text=True)
            who = noticed(result.stdout)
            if who:
                return who, kind
    return set(), ""


def tests(scratch, number):
    """Whether a file test of verdicts fails."""
    env = dict(os.environ, PM_FAULT=str(number), PM_FILTER="verdict")
    return subprocess.run(["cargo", "test", "--quiet", "--profile", "ci", "-p", "proofmark", "--test", "files"], cwd=scratch, env=env, capture_output=True).returncode != 0


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("names", nargs="*")
    p.add_argument("--scratch", default="/tmp/proofmark_faults", help="where the copy is built (default: %(default)s)")
    p.add_argument("--count", type=int, default=60, help="programs of each kind (default: %(default)s, as CI has)")
    p.add_argument("--millis", type=int, default=1000, help="for each engine and program (default: %(default)s)")
    p.add_argument("--quick", action="store_true", help="ask only who is likely to notice")
    p.add_argument("--tests", action="store_true", help="ask the file tests, too")
    p.add_argument("--no-build", action="store_true", help="the scratch copy is there")
    p.add_argument("--list", action="store_true", help="print them, and whether their texts are there")
    args = p.parse_args()
    names = sorted(n[:-6] for n in os.listdir(FAULTS) if n.endswith(".patch"))
    faults = [(number, Fault(name)) for number, name in enumerate(names, 1)]
    if args.list:
        for _, fault in faults:
            with open(os.path.join(common.ROOT, fault.file)) as f:
                check(fault, f.read())
            print("%-22s %s" % (fault.name, fault.what))
        return
    if not args.no_build:
        prepare(args.scratch, faults)
        adopt_dependencies(args.scratch)
        build(args.scratch)
    missed = 0
    for number, fault in faults:
        if args.names and fault.name not in args.names:
            continue
        who, where = examine(args.scratch, number, fault, args.count, args.millis, args.quick)
        if args.tests and tests(args.scratch, number):
            who.add("tests")
        missed += not who - {"tests"} and fault.masked is None
        nobody = "NOBODY" if fault.masked is None else "masked (%s)" % fault.masked
        print("%-20s %-40s %s" % (fault.name, " ".join(sorted(who)) or nobody, where))
        sys.stdout.flush()
    print("%d faults, %d noticed by nobody" % (len(faults), missed))
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()

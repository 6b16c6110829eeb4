#!/usr/bin/env python3
"""Checks the certificate of every proof over suites of verification tasks, and that damaged ones are refused.

  certify_all.py SUITE.tsv [SUITE.tsv ...] [--sample N] [--time SECONDS] [--engine NAME] [--mutants N]

For each task that `proofmark svcomp` calls true, `proofmark certify` must accept the certificate. Then copies are damaged:

  claim      a fact that no state satisfies is added at a location of the proof: must be refused
  negated    a fact is negated: no state that is reached at its location satisfies it. Must be refused, unless the location is not
             reached, which is known where `fact false` is accepted there, too
  property   the certificate is about another property: must be refused
  fewer      one fact is dropped            } may be proofs, too: such copies are counted, and kept with --keep. They
  changed    a constant of a fact is changed } are accepted only because everything was shown again
  bounds     a smaller k, depth or bound    }

Prints a table; exit code 1 if anything was wrong.
"""
import argparse, collections, csv, hashlib, os, random, re, subprocess, sys, tempfile

MODEL = {"ILP32": "--32", "LP64": "--64"}


def tasks(suites, sample, only):
    rows = []
    for suite in suites:
        root = os.path.dirname(os.path.abspath(suite))
        for row in csv.DictReader(open(suite), delimiter="\t"):
            if only in row["task"]:
                rows.append(dict(row, path=os.path.join(root, row["task"])))
    rows.sort(key=lambda r: hashlib.sha256((r["task"] + r["property"]).encode()).hexdigest())
    return rows[:sample]


def run(cmd, seconds):
    try:
        p = subprocess.run(cmd, capture_output=True, text=True, timeout=seconds * 2 + 10)
        return p.returncode, p.stdout + p.stderr
    except subprocess.TimeoutExpired:
        return None, ""


def certify(args, task, text):
    """accepted, refused, or limit"""
    with tempfile.NamedTemporaryFile("w", suffix=".cert") as f:
        f.write(text)
        f.flush()
        cmd = [args.proofmark, "certify", MODEL[task["data_model"]], "--certificate", f.name, "--svcomp", task["property"]]
        code, out = run(cmd + ["--timeout", str(args.time), "--memlimit", "3g", task["path"]], args.time)
    return {0: "accepted", 2: "refused", 8: "refused", 5: "limit", None: "limit"}.get(code, "code %s" % code), out.strip()


def mutants(text, count, rng):
    """A kind and a damaged text; behind a negated fact the text that says that its location is not reached."""
    lines = text.split("\n")
    facts = [i for i, l in enumerate(lines) if l.startswith("fact ")]
    found = []
    join = lambda ls: "\n".join(ls)
    if facts:
        i = rng.choice(facts)
        found.append(("claim", join(lines[:i] + ["fact false"] + lines[i:])))
    p = next(i for i, l in enumerate(lines) if l.startswith("property "))
    found.append(("property", join(lines[:p] + [lines[p] + "0"] + lines[p + 1:])))
    for i in rng.sample(facts, min(count, len(facts))):
        negated = "fact (not %s)" % lines[i][len("fact "):]
        empty = join(lines[:i] + ["fact false"] + lines[i + 1:])
        found.append(("negated", join(lines[:i] + [negated] + lines[i + 1:]), empty))
        found.append(("fewer", join(lines[:i] + lines[i + 1:])))
        constants = list(re.finditer(r"#b([01]+)|#x([0-9a-f]+)|\(_ bv(\d+) \d+\)", lines[i]))
        if constants:
            c = rng.choice(constants)
            if c.group(1):
                new = "#b" + c.group(1)[:-1] + "10"[int(c.group(1)[-1])]
            elif c.group(2):
                new = "#x" + c.group(2)[:-1] + "%x" % (int(c.group(2)[-1], 16) ^ 1)
            else:
                new = c.group(0).replace("bv" + c.group(3), "bv%d" % (int(c.group(3)) ^ 1))
            found.append(("changed", join(lines[:i] + [lines[i][: c.start()] + new + lines[i][c.end():]] + lines[i + 1:])))
    m = next(i for i, l in enumerate(lines) if l.startswith("method "))
    word = lines[m].split(" ")
    if len(word) == 3 and int(word[2]) > 1:
        found.append(("bounds", join(lines[:m] + ["method %s %d" % (word[1], int(word[2]) // 2)] + lines[m + 1:])))
    return found


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("suite", nargs="+")
    ap.add_argument("--proofmark", default=os.environ.get("PROOFMARK", "target/release/proofmark"))
    ap.add_argument("--sample", type=int)
    ap.add_argument("--only", default="")
    ap.add_argument("--time", type=int, default=20)
    ap.add_argument("--engine", default="auto")
    ap.add_argument("--mutants", type=int, default=2)
    ap.add_argument("--keep", help="directory for damaged certificates that are accepted")
    args = ap.parse_args()
    rng = random.Random(1)
    table = collections.Counter()
    wrong = []
    for task in tasks(args.suite, args.sample, args.only):
        name = "%s %s" % (os.path.basename(task["task"]), task["property"])
        with tempfile.TemporaryDirectory() as d:
            file = os.path.join(d, "proof")
            model = ["--property", task["property"], "--data-model", task["data_model"]]
            cmd = [args.proofmark, "svcomp", "--engine", args.engine, *model, "--certificate", file]
            _, out = run(cmd + ["--timeout", str(args.time), task["path"]], args.time)
            if "VERDICT" not in out:
                wrong.append("%s: no verdict: %s" % (name, out.strip()[:200]))
            proved = "VERDICT: true" in out
            text = open(file).read() if os.path.exists(file) else ""
        if proved and not text:
            wrong.append("%s: true without a certificate" % name)
        if not proved or not text:
            table["not proved", ""] += 1
            continue
        methods = ",".join(sorted(set(re.findall(r"^method (\w+)", text, re.M))))
        answer, why = certify(args, task, text)
        table["as written (%s)" % methods, answer] += 1
        print(name, methods, answer, flush=True)
        if answer not in ("accepted", "limit"):
            wrong.append("%s: %s: %s" % (name, answer, why))
        for number, (kind, mutant, *empty) in enumerate(mutants(text, args.mutants, rng)):
            answer, why = certify(args, task, mutant)
            if answer == "accepted" and empty and certify(args, task, empty[0])[0] == "accepted":
                answer = "not reached"
            table[kind, answer] += 1
            if answer == "accepted" and args.keep:
                with open(os.path.join(args.keep, "%s.%d.%s" % (name.replace(" ", "."), number, kind)), "w") as f:
                    f.write(mutant)
            if answer.startswith("code") or kind in ("claim", "negated", "property") and answer == "accepted":
                wrong.append("%s: %s: %s: %s" % (name, kind, answer, why))
    for (kind, answer), n in sorted(table.items()):
        print("%-32s %-10s %5d" % (kind, answer, n))
    for line in wrong:
        print("WRONG", line)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()

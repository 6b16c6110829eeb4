#!/usr/bin/env python3
"""Compares the engines with each other on mutants of C programs.

usage: scripts/engines.py [options] FILE.c FOLDER ...

A mutant has one or two operators or constants of its program changed, so that about half of them violate something. Each engine is asked by
itself; what one proves (SUCCESS, UNREACHABLE) no other may violate (FAILURE), and none may crash. Mutant number i depends on --seed and i only. Mutants
on which something is wrong are kept in --keep. Exit code: 0 nothing wrong, 1 something, 2 usage.
"""
import collections
import glob
import json
import os
import random
import re
import sys
import tempfile

import common

ENGINES = ("bmc", "kind", "ic3", "ic3cfa", "treeic3", "cegar")
MAX_SIZE = 6000
TOKEN = re.compile(
    r"\s+|//[^\n]*|/\*.*?\*/|#[^\n]*|[A-Za-z_]\w*|\d[\w.]*|\"(?:\\.|[^\"\\])*\"|<<=|>>=|<=|>=|==|!=|&&|\|\||<<|>>|\+\+|--|[-+*/%&|^]=|->|.", re.S)
NUMBER = re.compile(r"(\d+)([uUlL]*)")
# Operators that may stand for each other.
ALIKE = [["<", "<=", "!=", ">", ">=", "=="], ["+", "-", "*"], ["&&", "||"], ["&", "|", "^"], ["<<", ">>"], ["/", "%"],
         ["+=", "-=", "^=", "|="], ["++", "--"]]
ALIKE_OF = {op: ops for ops in ALIKE for op in ops}
GOOD, BAD = ("SUCCESS", "UNREACHABLE"), ("FAILURE",)


def programs(paths):
    files = []
    for path in paths:
        files += sorted(glob.glob(os.path.join(path, "**", "*.c"), recursive=True)) if os.path.isdir(path) else [path]
    return [f for f in files if os.path.getsize(f) <= MAX_SIZE]


def mutate(text, rng):
    tokens = TOKEN.findall(text)
    for _ in range(rng.choice((1, 1, 2))):
        places = [i for i, t in enumerate(tokens) if NUMBER.fullmatch(t) or t in ALIKE_OF]
        if not places:
            break
        at = rng.choice(places)
        number = NUMBER.fullmatch(tokens[at])
        if number:
            tokens[at] = str(max(0, int(number[1]) + rng.choice((-2, -1, 1, 1, 2)))) + number[2]
        else:
            tokens[at] = rng.choice([op for op in ALIKE_OF[tokens[at]] if op != tokens[at]])
    return "".join(tokens)


def ask(args, engine, path):
    """The status of each property, and what is wrong with the run itself, or None."""
    command = [args.proofmark, "check", "--json-ui", "--engine", engine, "--timeout", "%ds" % args.seconds, "--memlimit", "1500M", path]
    result = common.run(command, timeout=20 * args.seconds + 60)
    if result.timed_out:
        return {}, "%s does not end" % engine
    if result.code < 0 or result.code > 100 or "panicked" in result.err or "internal error" in result.err:
        return {}, "%s: code %d: %s" % (engine, result.code, common.first_line(result.err))
    try:
        parts = json.loads(result.out)
    except ValueError:
        return {}, None
    return {p["property"]: p["status"] for part in parts for p in part.get("result", [])}, None


def compare(args, path):
    """What is wrong, and by engine what the mutant is."""
    wrong, statuses = [], collections.defaultdict(dict)
    said = []
    for engine in ENGINES:
        answer, trouble = ask(args, engine, path)
        wrong += [trouble] if trouble else []
        for prop, status in answer.items():
            statuses[prop][engine] = status
        kinds = set(answer.values())
        said.append("violated" if kinds & set(BAD) else "proved" if kinds and kinds <= set(GOOD) else "open" if kinds else "refused")
    for prop, by in statuses.items():
        if set(by.values()) & set(GOOD) and set(by.values()) & set(BAD):
            wrong.append("%s: %s" % (prop, by))
    return wrong, said


def main():
    p = common.parser(__doc__, jobs=False)
    p.add_argument("paths", nargs="+")
    p.add_argument("--count", type=int, default=100, help="mutants (default: %(default)s)")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--seconds", type=int, default=3, help="for each engine (default: %(default)s)")
    p.add_argument("--keep", help="a folder for mutants on which something is wrong")
    args = p.parse_args()
    files = programs(args.paths)
    if not files:
        print("no C programs of at most %d bytes" % MAX_SIZE, file=sys.stderr)
        return 2
    counts, failures = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        for i in range(args.count):
            rng = random.Random("%d/%d" % (args.seed, i))
            origin = rng.choice(files)
            with open(origin, errors="replace") as f:
                text = mutate(f.read(), rng)
            path = os.path.join(folder, "mutant_%d_%d.c" % (args.seed, i))
            with open(path, "w") as f:
                f.write(text)
            wrong, said = compare(args, path)
            counts.update(zip(ENGINES, said))
            for message in wrong:
                failures += 1
                print("%d, of %s: %s" % (i, os.path.relpath(origin), message), flush=True)
            if wrong and args.keep:
                os.makedirs(args.keep, exist_ok=True)
                os.replace(path, os.path.join(args.keep, os.path.basename(path)))
    for (engine, said), count in sorted(counts.items()):
        print("%4d: %s: %s" % (count, engine, said))
    print("%d mutants, %d failures" % (args.count, failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""What the tests of `proofmark cover` are worth: mutants of a program that they notice.

    scripts/cover_mutants.py SUITE PROGRAM.c... [--count 200] [--seed 1] [--flags "-I examples/fuel"]

SUITE is a directory that `proofmark cover -o` wrote for the program. Each mutant changes one operator, constant or condition of one of the sources; those that do not
compile are left out, and so are those that behave as the original does on many random inputs and on those of the suite: they may be the same program. The rest should be killed: a
test ends in another way than expected.
"""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

SWAPS = {
    "==": ["!="], "!=": ["=="], "<=": ["<", ">"], ">=": [">", "<"], "<": ["<=", ">="], ">": [">=", "<="],
    "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "*": ["/"], "++": ["--"], "--": ["++"], "+=": ["-="], "-=": ["+="],
}
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|/\*.*?\*/|//[^\n]*|[A-Za-z_]\w*|\d[\w.]*|\+\+|--|->|<<|>>|[-+*/<>=!]=|&&|\|\||.', re.S)


def mutants(text):
    """(offset, old, new) of all single changes in the bodies of functions."""
    found, depth, directive, before = [], 0, False, ""
    for m in TOKEN.finditer(text):
        token = m.group()
        if token == "\n":
            directive = False
        elif token == "#":
            directive = True
        elif token == "{":
            depth += 1
        elif token == "}":
            depth -= 1
        if depth > 0 and not directive:
            binary = before[-1:].isalnum() or before in ")]_"
            if token in SWAPS and (token not in "+-*" or binary):
                found += [(m.start(), token, new) for new in SWAPS[token]]
            elif token == "!":
                found.append((m.start(), token, ""))
            elif re.fullmatch(r"\d+U?", token):
                suffix = "U" if token.endswith("U") else ""
                found.append((m.start(), token, f"{int(token.rstrip('U')) + 1}{suffix}"))
            elif re.fullmatch(r"\d+\.\d+F?", token):
                suffix = "F" if token.endswith("F") else ""
                found.append((m.start(), token, f"{float(token.rstrip('F')) * 1.5 + 1.0}{suffix}"))
            elif token in ("true", "false"):
                found.append((m.start(), token, "false" if token == "true" else "true"))
        if not token.isspace():
            before = token
    return found


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=20, **options)


RANDOM_TEST = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern const struct pm_leaf { const char *name; char *object; unsigned at, size; } pm_leaves[];
static unsigned long long state, hash, asked;
static unsigned long long draw(void) { state = state * 6364136223846793005ull + 1442695040888963407ull; return state >> 24; }
void pm_random_next(const char *name, void *to, size_t size) {
    static struct { const char *name; unsigned char bytes[16]; } held[64];
    for (unsigned i = 0; pm_leaves[i].name; i++)
        for (unsigned j = 0; pm_leaves[i].object && j < pm_leaves[i].size; j++)
            hash = hash * 1099511628211ull + (unsigned char)pm_leaves[i].object[pm_leaves[i].at + j];
    if (asked++ >= 3000) { printf("%llx\n", hash); exit(0); }
    unsigned at = asked % PERIOD;
    if (draw() % 12 == 0 || asked <= PERIOD) {
        memset(held[at].bytes, 0, 16);
        if (size == 4 && strstr(name, "float")) {
            static const float some[] = {SOME};
            unsigned n = sizeof some / sizeof *some;
            float a = some[draw() % n], b = some[draw() % n], v = draw() % 3 ? a + (b - a) * (draw() % 256) / 256 : a;
            memcpy(held[at].bytes, &v, 4);
        } else if (strstr(name, "bool")) held[at].bytes[0] = draw() % 8 != 0;
        else { long long v = draw() % 3 ? draw() % 8 : draw(); memcpy(held[at].bytes, &v, 8); }
    }
    memcpy(to, held[at].bytes, size);
}
__attribute__((constructor)) static void begin(void) { state = strtoull(getenv("PM_SEED"), 0, 10); }
"""


class Program:
    """The suite with its sources, in a directory of its own."""

    def __init__(self, suite, sources, flags, period):
        self.dir = tempfile.mkdtemp(prefix="cover-mutants-")
        self.flags, self.suite = flags.split(), suite
        self.tests = sorted(f[:-2] for f in os.listdir(suite) if re.fullmatch(r"test_\d+\.c", f))
        makefile = open(os.path.join(suite, "Makefile")).read()
        self.exits = dict(pair.split(":") for pair in re.search(r"EXITS = (.*)", makefile).group(1).split())
        self.visible = re.search(r"VISIBLE = (.*)", makefile).group(1).split()
        self.sources = sources
        for f in ["support"] + self.tests:
            self.compile(os.path.join(suite, f + ".c"), f + ".o", ["-w"])
        support = open(os.path.join(suite, "support.c")).read()
        support = support.replace("static const struct { const char *name; char *object; unsigned at, size; } pm_leaves[]",
                                  "const struct pm_leaf { const char *name; char *object; unsigned at, size; } pm_leaves[]")
        support = re.sub(r"static void pm_next\(.*?\n}\n", "void pm_random_next(const char *, void *, size_t);\n#define pm_next pm_random_next\n", support, flags=re.S)
        support = support.replace("on_exit(pm_end, 0);", "")
        numbers = sorted({float(n) for s in sources for n in re.findall(r"\b\d+\.\d+(?=F?\b)", open(s).read())} | {0.0, 1.0, 600.0})
        text = RANDOM_TEST.replace("SOME", ", ".join(f"{n}f" for n in numbers)).replace("PERIOD", str(period))
        for name, body in [("random_support", support), ("random", text)]:
            with open(os.path.join(self.dir, name + ".c"), "w") as f:
                f.write(body)
            self.compile(os.path.join(self.dir, name + ".c"), name + ".o", ["-w", "-I", suite])
        self.objects = [self.source(i, s) for i, s in enumerate(sources)]

    def compile(self, source, target, extra=()):
        done = run(["gcc", "-g", "-O0", *self.flags, *extra, "-c", "-o", os.path.join(self.dir, target), source])
        if done.returncode != 0:
            raise RuntimeError(f"{source} does not compile")

    def source(self, i, path):
        name = f"program{i}.o"
        self.compile(path, name, ["-w"])
        if self.visible:
            run(["objcopy", *self.visible, os.path.join(self.dir, name)])
        return name

    def link(self, name, objects):
        all_of = [os.path.join(self.dir, o) for o in objects]
        return run(["gcc", "-o", os.path.join(self.dir, name), *all_of, "-lm"]).returncode == 0

    def random_runs(self, seeds):
        """What the program does on random inputs."""
        if not self.link("random", ["random.o", "random_support.o", "test_001.o", *self.objects]):
            raise RuntimeError("the random test does not link")
        out = []
        for seed in range(seeds):
            try:
                done = run([os.path.join(self.dir, "random")], env={"PM_SEED": str(seed * 977 + 5)})
                out.append((done.returncode, done.stdout))
            except subprocess.TimeoutExpired:
                out.append(None)
        return out

    def killed(self):
        for test in self.tests:
            if not self.link(test, [test + ".o", "support.o", *self.objects]):
                return True
            try:
                done = run([os.path.join(self.dir, test)], stdin=subprocess.DEVNULL)
            except subprocess.TimeoutExpired:
                return True
            if done.returncode != int(self.exits[test]):
                return True
        return False


def main():
    p = argparse.ArgumentParser()
    p.add_argument("suite")
    p.add_argument("sources", nargs="+")
    p.add_argument("--count", type=int, default=200)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--flags", default="")
    p.add_argument("--period", type=int, default=5, help="inputs of a cycle")
    p.add_argument("--runs", type=int, default=60, help="random runs that tell a mutant from the original")
    args = p.parse_args()
    include = {os.path.dirname(os.path.abspath(s)) for s in args.sources}
    program = Program(os.path.abspath(args.suite), args.sources, args.flags + "".join(f" -I{d}" for d in include), args.period)
    if program.killed():
        sys.exit("the tests fail on the program itself")
    expected = program.random_runs(args.runs)
    candidates = [(i, m) for i, s in enumerate(args.sources) if not s.endswith("main.c") for m in mutants(open(s).read())]
    random.Random(args.seed).shuffle(candidates)
    differ = killed = same = 0
    for i, (at, old, new) in candidates:
        if differ >= args.count:
            break
        text = open(args.sources[i]).read()
        path = os.path.join(program.dir, f"mutant{i}.c")
        with open(path, "w") as f:
            f.write(text[:at] + new + text[at + len(old):])
        try:
            program.source(i, path)
        except RuntimeError:
            continue
        if program.killed():
            differ, killed = differ + 1, killed + 1
        elif program.random_runs(args.runs) != expected:
            differ += 1
            line = text.count("\n", 0, at) + 1
            print(f"survives: {args.sources[i]}:{line}: {old!r} becomes {new!r}")
        else:
            same += 1
        program.source(i, args.sources[i])
    shutil.rmtree(program.dir)
    print(f"{differ} mutants that differ on some input: {killed} killed ({100 * killed / max(differ, 1):.1f} %), {same} were not told apart")


if __name__ == "__main__":
    main()

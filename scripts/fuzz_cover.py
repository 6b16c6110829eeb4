#!/usr/bin/env python3
"""Random programs full of decisions: what `proofmark cover` claims against two compilers and against brute force.

    scripts/fuzz_cover.py [--from 1] [--count 30] [--time 60] [--keep DIR]

Each program reads few inputs of few values, so that all its executions can be made. `--confirm=clang,gcc` says what the tests cover; a build with clang's coverage makes all executions,
and its numbers say whether what is called UNREACHABLE is so (conditions, labels and MC/DC, by place), and what is COVERED can be. Macros are expanded before, so that each goal has a
place that both know; every other program is also confirmed with its macros. Exit code 1 where something is different.
"""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

TYPES = ["int", "unsigned", "unsigned char", "signed char", "short", "_Bool", "float", "long long"]
CRITERIA = "statement,branch,condition,decision,mcdc"
VALUES, CALLS = 4, 2


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0

    def pick(self, *choices):
        return self.random.choice(choices)

    def atom(self, variables):
        name, ty = self.random.choice(variables)
        constant = self.pick(0, 0, 1, 1, 2, 3, 5, -1)
        if ty.startswith("unsigned") and constant < 0:
            constant = 4
        if ty == "float":
            constant = f"{constant}.5f"
        kind = self.random.randrange(9)
        if kind == 0:
            return name
        if kind == 1:
            return f"!{name}"
        if kind == 2 and ty != "float":
            return f"({name} & {self.pick(1, 2, 3)}) == {self.pick(0, 1, 2)}"
        if kind == 3:
            return f"{name} {self.pick('<', '<=', '==', '!=', '>', '>=')} {self.random.choice(variables)[0]}"
        if kind == 4:
            return f"({name} ? {self.atom(variables) if self.random.random() < .5 else 1} : {self.random.choice(variables)[0]} > 1)"
        if kind == 5:
            return f"IS_{self.pick('SMALL', 'LARGE', 'BOTH')}({name})"
        return f"{name} {self.pick('<', '<=', '==', '!=', '>', '>=')} {constant}"

    def condition(self, variables, depth):
        if depth == 0 or self.random.random() < .25:
            return self.atom(variables)
        part = lambda: self.condition(variables, depth - 1)
        kind = self.random.randrange(8)
        if kind == 0:
            return f"!({part()})"
        if kind == 1:
            return f"(({part()}) == ({part()}))"
        if kind == 2:
            return f"({part()} ? {part()} : {part()})"
        return f"({part()} {self.pick('&&', '||')} {part()})"

    def statements(self, variables, depth, indent):
        return [line for _ in range(self.random.randrange(1, 3)) for line in self.statement(variables, depth, indent)]

    def statement(self, variables, depth, indent):
        pad = "    " * indent
        kind = self.random.randrange(9) if depth > 0 else self.random.randrange(2)
        body = lambda extra=[]: self.statements(variables + extra, depth - 1, indent + 1)
        whole = [v for v in variables if v[1] not in ("float", "_Bool")]
        if kind == 0:
            return [f"{pad}total += {self.random.randrange(1, 9)};"]
        if kind == 1:
            return [f"{pad}flag = {self.condition(variables, 2)};"]
        if kind in (2, 3, 4):
            lines = [f"{pad}if ({self.condition(variables, 2)}) {{"] + body()
            return lines + ([pad + "} else {"] + body() if self.random.random() < .5 else []) + [pad + "}"]
        if kind == 5 and whole:
            return self.switch(self.random.choice(whole)[0], body, pad)
        self.names += 1
        counter = f"i{self.names}"
        if kind == 6:
            head = f"for (int {counter} = 0; {counter} < {self.random.randrange(1, 4)} && ({self.condition(variables, 1)}); {counter}++) {{"
            return [pad + head] + body([(counter, "int")]) + [pad + "}"]
        if kind == 7:
            return [f"{pad}int {counter} = 2;", pad + "do {"] + body() + [f"{pad}}} while (--{counter} > 0 && {self.condition(variables, 1)});"]
        return [f"{pad}total += {self.condition(variables, 1)} ? {self.random.randrange(9)} : {self.random.randrange(9)};"]

    def switch(self, name, body, pad):
        lines = [f"{pad}switch ({name}) {{"]
        for label in self.random.sample([-1, 1, 3, 6], self.random.randrange(1, 4)):
            lines += [f"{pad}case {label}: {{" if self.random.random() < .5 else f"{pad}case {label} ... {label + 1}: {{"] + body()
            lines += [pad + "    break;", pad + "}"] if self.random.random() < .7 else [pad + "    total++;", pad + "}"]
        return lines + ([pad + "default: {"] + body() + [pad + "}"] if self.random.random() < .5 else []) + [pad + "}"]

    def text(self):
        params = [(f"a{i}", self.random.choice(TYPES)) for i in range(self.random.randrange(2, 4))]
        body = self.statements(params + [("flag", "_Bool"), ("state", "unsigned char")], 3, 1)
        while len(body) < 8:
            body += self.statements(params + [("flag", "_Bool"), ("state", "unsigned char")], 3, 1)
        read = [f"        {ty} {name} = __VERIFIER_nondet_int() & {VALUES - 1};" for name, ty in params]
        self.inputs = CALLS * len(params)
        return "\n".join([
            "#define IS_SMALL(x) ((x) >= 0 && (x) < 2)", "#define IS_LARGE(x) ((x) > 2 || (x) < -2)",
            "#define IS_BOTH(x) (IS_SMALL(x) || IS_LARGE(x))", "int __VERIFIER_nondet_int(void);", "unsigned total;", "_Bool flag;", "unsigned char state;",
            f"static int step({', '.join(f'{ty} {name}' for name, ty in params)}) {{", *body,
            "    state = (state + (total & 1)) & 3;", "    return flag;", "}",
            "int main(void) {", "    total = 0, flag = 0, state = 0;", f"    for (int call = 0; call < {CALLS}; call++) {{", *read,
            f"        step({', '.join(name for name, _ in params)});", "    }", "    return 0;", "}", ""])


EVERYTHING = """
int program_main(void);
static unsigned long long now;
static unsigned at;
int __VERIFIER_nondet_int(void) { return (int)(now >> (2 * at++) & 3); }
int main(void) {
    for (now = 0; now < 1ull << (2 * INPUTS); now++) { at = 0; program_main(); }
    return 0;
}
"""


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options)


def all_executions(path, folder, inputs):
    """By place in the source: how often conditions were true and false; and records of MC/DC."""
    driver, binary = os.path.join(folder, "everything.c"), os.path.join(folder, "everything")
    with open(driver, "w") as f:
        f.write(EVERYTHING)
    flags = ["-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc"]
    for source, extra in ((path, ["-Dmain=program_main", *flags]), (driver, [f"-DINPUTS={inputs}"])):
        subprocess.run(["clang-19", "-w", "-O1", *extra, "-c", source, "-o", source + ".o"], check=True, stderr=subprocess.DEVNULL)
    subprocess.run(["clang-19", *flags, path + ".o", driver + ".o", "-o", binary], check=True)
    raw, data = binary + ".profraw", binary + ".profdata"
    subprocess.run([binary], check=True, env={"LLVM_PROFILE_FILE": raw})
    subprocess.run(["llvm-profdata-19", "merge", "-o", data, raw], check=True)
    exported = json.loads(run(["llvm-cov-19", "export", "-instr-profile", data, binary]).stdout)
    branches, records = {}, []
    for function in exported["data"][0]["functions"]:
        for b in function["branches"]:
            branches.setdefault((b[0], b[1]), []).append((b[4], b[5], (b[2], b[3])))
        records += [(tuple(r[:2]), tuple(r[2:4]), r[-1]) for r in function["mcdc_records"]]
    return branches, records


def disagreements(report, counted, lines):
    """Goals that brute force knows to be otherwise, and how many it knows."""
    branches, records = counted
    known, wrong = 0, []
    for goal in report["goals"]:
        place = goal["line"], goal["column"]
        if goal["criterion"] == "condition":
            found = at_condition(branches, place, lines, goal["text"].rsplit(" is ", 1)[0])
            if found is None:
                continue
            reached = found[0 if goal["text"].endswith("is true") else 1] > 0
        elif goal["text"] in ("case label", "default label") and goal["criterion"] == "branch":
            if place not in branches:
                continue
            reached = branches[place][0][0] > 0
        elif goal["criterion"] == "mcdc" and " decides " in goal["text"]:
            flag = effect(branches, records, place, lines)
            if flag is None or goal["status"] == "COVERED":
                continue
            reached = flag
        else:
            continue
        known += 1
        if (goal["status"], reached) in (("UNREACHABLE", True), ("COVERED", False)):
            wrong.append((goal, reached))
    return known, wrong


def beginning(branches, place, lines):
    """Where a branch region begins that is about the condition there: `!` and parentheses are before it. And whether it is the negation."""
    (line, column), turned = place, False
    while (line, column) not in branches:
        before = lines[line - 1][column - 2:column - 1]
        if column < 2 or before not in "!(":
            return None, False
        turned ^= before == "!"
        column -= 1
    return (line, column), turned


def at_condition(branches, place, lines, text):
    """How often a condition with this text was true and false."""
    begin, turned = beginning(branches, place, lines)
    if begin is None or not lines[place[0] - 1].startswith(text, place[1] - 1):
        return None
    end = place[0], place[1] + len(text)
    around = [b for b in branches[begin] if b[2] >= end]
    if not around:
        return None
    true, false, _ = min(around, key=lambda b: b[2])
    return (false, true) if turned else (true, false)


def effect(branches, records, place, lines):
    begin, _ = beginning(branches, place, lines)
    around = [r for r in records if begin and r[0] <= begin < r[1]]
    if not around:
        return None
    first, last, flags = max(around, key=lambda r: (r[0], (-r[1][0], -r[1][1])))
    own = sorted(at for at, regions in branches.items() for b in regions if first <= at < last and b[2] <= last)
    return flags[own.index(begin)] if len(own) == len(flags) else None


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--from", dest="first", type=int, default=1)
    p.add_argument("--count", type=int, default=30)
    p.add_argument("--time", type=int, default=60)
    p.add_argument("--keep", help="where programs stay that show something")
    p.add_argument("--proofmark", default=os.environ.get("PROOFMARK", "target/ci/proofmark"))
    args = p.parse_args()
    folder = tempfile.mkdtemp(prefix="fuzz-cover-")
    sums, bad = {"goals": 0, "covered": 0, "unreachable": 0, "unknown": 0, "by brute force": 0}, 0
    for seed in range(args.first, args.first + args.count):
        program = Program(seed)
        with_macros, path = os.path.join(folder, "macros.c"), os.path.join(folder, "program.c")
        with open(with_macros, "w") as f:
            f.write(program.text())
        with open(path, "w") as f:
            f.write(run(["gcc", "-E", "-P", with_macros]).stdout)
        said = []
        for source in (path, with_macros)[:1 + seed % 2]:
            suite = os.path.join(folder, "suite")
            shutil.rmtree(suite, ignore_errors=True)
            done = run([args.proofmark, "cover", source, "--criterion", CRITERIA, "-q", "--confirm=clang,gcc", "--timeout", str(args.time), "--jobs", "1", "-o", suite])
            if done.returncode not in (0, 5):
                said += [f"exit code {done.returncode}"] + done.stderr.strip().splitlines()[-4:]
            elif source == path:
                report = json.load(open(os.path.join(suite, "report.json")))
                for s in report["summary"]:
                    for key in ("goals", "covered", "unreachable", "unknown"):
                        sums[key] += s[key]
                known, wrong = disagreements(report, all_executions(path, folder, program.inputs), open(path).read().splitlines())
                sums["by brute force"] += known
                said += [f"{g['id']} line {g['line']} {g['text']}: {g['status']}, but brute force says {'so' if r else 'never'}" for g, r in wrong]
        if said:
            bad += 1
            print(f"program {seed}:", *said, sep="\n    ", flush=True)
            if args.keep:
                os.makedirs(args.keep, exist_ok=True)
                shutil.copy(path, os.path.join(args.keep, f"{seed}.c"))
                shutil.copy(with_macros, os.path.join(args.keep, f"{seed}_macros.c"))
    shutil.rmtree(folder)
    print(f"{args.count} programs, {bad} with differences; " + ", ".join(f"{n} {name}" for name, n in sums.items()))
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()

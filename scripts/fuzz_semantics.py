#!/usr/bin/env python3
"""Random programs over few small inputs, decided by brute force: gcc's build runs on every combination of inputs, and each engine's verdict
on each assertion must fit what was seen.

usage: scripts/fuzz_semantics.py [--kind memory|control|integers|heap|all] [--count N] [--seed S] [--engines bmc,kind,ic3,auto] [--32]

A program computes a few numbers from its inputs in memory that is written and read in overlapping pieces (memory), through jumps between labels
and into blocks (control), by arithmetic of mixed widths (integers), or on the heap (heap). Some assertions hold for every input, some fail for one; where the
sanitizers see something undefined for an input, no engine may call the program successful. Found is: a proof of what fails, a violation of what
holds, a counterexample that was not confirmed, a crash. Program number i depends on --seed + i only; what is found is kept in --keep and printed.
Exit code: 0 nothing found, 1 something, 2 usage.
"""
import collections
import itertools
import json
import os
import random
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import common

ENGINES = ("bmc", "kind", "ic3", "auto")
GOOD, BAD = ("SUCCESS", "UNREACHABLE"), ("FAILURE",)
RESULTS = 3
SANITIZE = ["-fsanitize=undefined", "-fno-sanitize=alignment,pointer-overflow", "-fno-sanitize-recover=all"]
HEAD = """#include <stdlib.h>
#include <string.h>
#ifdef ORACLE
#include <stdio.h>
#else
int __VERIFIER_nondet_int(void);
void __CPROVER_assume(_Bool);
void __CPROVER_assert(_Bool, const char *);
#endif
typedef unsigned char u8; typedef unsigned short u16; typedef unsigned u32; typedef unsigned long long u64;
static u32 r0, r1, r2;
"""
WIDTHS = {"u8": 1, "u16": 2, "u32": 4, "u64": 8, "short": 2, "int": 4, "long long": 8}


class Program:
    """The body of `run`, made statement by statement; inputs are a, b, c in 0 .. limit - 1."""

    def __init__(self, rng):
        self.rng = rng
        self.limits = [rng.choice((2, 3, 4)) for _ in range(rng.choice((2, 3)))]
        self.inputs = "abc"[:len(self.limits)]
        self.fresh = itertools.count()
        self.globals = []

    # ---- expressions ---------------------------------------------------------------------------------------------------------

    def name(self, prefix):
        return "%s%d" % (prefix, next(self.fresh))

    def cond(self):
        x = self.rng.choice(self.inputs)
        n = self.limits[self.inputs.index(x)]
        return self.rng.choice(["%s == %d" % (x, self.rng.randrange(n)), "%s < %d" % (x, self.rng.randrange(1, n + 1)), "%s & 1" % x,
                                "%s != %s" % (x, self.rng.choice(self.inputs)), "r0 & %d" % self.rng.choice((1, 2, 4))])

    def value(self):
        x = self.rng.choice(self.inputs)
        return self.rng.choice(["%du" % self.rng.choice((0, 1, 7, 0x11, 0x80, 0xff, 0x1234, 0x11223344, 0xffffffff)), "(u32)%s" % x,
                                "(u32)%s * %du + %du" % (x, self.rng.choice((3, 0x101, 0x10001)), self.rng.randrange(9)), "r0", "r1 + %su" % self.rng.randrange(5)])

    def offset(self, most, step=1):
        """An offset of at most `most`, a multiple of `step`, constant or made of inputs."""
        slots = most // step
        x = self.rng.choice(self.inputs)
        n = self.limits[self.inputs.index(x)]
        if slots == 0 or self.rng.random() < 0.4 or slots < n - 1:
            return str(self.rng.randrange(slots + 1) * step)
        factor = self.rng.randint(1, max(1, slots // (n - 1)))
        base = self.rng.randint(0, slots - factor * (n - 1))
        return "(%s * %d + %d)" % (x, factor * step, base * step)

    def indent(self, lines):
        return ["    " + line for line in lines]

    def result(self, value):
        r = self.rng.choice(("r0", "r1", "r2"))
        return "%s = %s * %du + (u32)(%s);" % (r, r, self.rng.choice((1, 3, 31)), value)

    # ---- statements ----------------------------------------------------------------------------------------------------------

    def statements(self, depth, simple, count=None):
        lines = []
        for _ in range(count or self.rng.randint(2, 4)):
            k = self.rng.random()
            if depth > 0 and k < 0.25:
                lines += ["if (%s) {" % self.cond()] + self.indent(self.statements(depth - 1, simple))
                if self.rng.random() < 0.6:
                    lines += ["} else {"] + self.indent(self.statements(depth - 1, simple))
                lines += ["}"]
            elif depth > 0 and k < 0.35:
                i = self.name("i")
                bound = self.rng.choice([str(self.rng.randint(1, 3)), self.rng.choice(self.inputs)])
                lines += ["for (int %s = 0; %s < %s; %s++) {" % (i, i, bound, i)] + self.indent(self.statements(depth - 1, simple, 2)) + ["}"]
            elif depth > 0 and k < 0.42:
                lines += ["switch (%s) {" % self.rng.choice(self.inputs)]
                for case in range(self.rng.randint(1, 3)):
                    lines += ["case %d:" % case] + self.indent(self.statements(depth - 1, simple, 1))
                    lines += ["    break;"] if self.rng.random() < 0.6 else []
                lines += ["default:"] + self.indent(self.statements(depth - 1, simple, 1)) + ["}"]
            else:
                lines += simple()
        return lines

    # ---- memory --------------------------------------------------------------------------------------------------------------

    def memory(self):
        rng = self.rng
        self.objects = []
        lines = []
        for _ in range(rng.randint(2, 4)):
            name, size = self.name("m"), rng.choice((8, 12, 16, 24, 96))
            kind = rng.randrange(5)
            if kind == 0:
                text = "u8 %s[%d]" % (name, size)
            elif kind == 1:
                text = "u32 %s[%d]" % (name, size // 4)
            elif kind == 2:
                text = "union { u64 l; u32 i[2]; u16 h[4]; u8 c[8]; } %s" % name
                size = 8
            elif kind == 3:
                text = "struct { u8 c; u16 h; u32 i; u8 t[4]; u32 v[2]; } %s" % name
                size = 20
            else:
                text = "u32 %s[%d][2]" % (name, size // 8)
                size = size // 8 * 8
            self.objects.append((name, size, kind))
            if rng.random() < 0.4:
                self.globals.append(text + ";")
                lines.append("#ifdef ORACLE\n    memset(&%s, 0, sizeof %s);\n#endif" % (name, name))
            else:
                lines.append(text + ";")
                lines.append("memset(&%s, %d, sizeof %s);" % (name, rng.choice((0, 0, 1, 255)), name))
        lines += self.statements(3, self.memory_step, rng.randint(4, 7))
        for name, size, _ in self.objects:
            ty = rng.choice(("u8", "u16", "u32"))
            lines.append("for (int k = 0; k < %d; k++) %s" % (size // WIDTHS[ty], self.result("((%s *)&%s)[k] ^ (u32)k" % (ty, name))))
        return lines

    def place(self, ty):
        name, size, _ = self.rng.choice(self.objects)
        step = self.rng.choice((1, WIDTHS[ty])) if self.rng.random() < 0.3 else WIDTHS[ty]
        return "*(%s *)((u8 *)&%s + %s)" % (ty, name, self.offset(size - WIDTHS[ty], step))

    def memory_step(self):
        rng = self.rng
        ty = rng.choice(("u8", "u16", "u32", "u32", "u64"))
        k = rng.randrange(12)
        if k < 3:
            return ["%s = %s;" % (self.place(ty), self.value())]
        if k < 5:
            return [self.result(self.place(ty))]
        if k == 5:
            (d, dn, _), (s, sn, _) = rng.sample(self.objects, 2)
            most = min(dn, sn) // 2
            size = self.offset(most)
            return ["memcpy((u8 *)&%s + %s, (u8 *)&%s + %s, %s);" % (d, self.offset(dn - most), s, self.offset(sn - most), size)]
        if k == 6:
            d, dn, _ = rng.choice(self.objects)
            return ["memmove((u8 *)&%s + %s, (u8 *)&%s + %s, %s);" % (d, self.offset(dn // 2), d, self.offset(dn // 2), self.offset(dn // 2))]
        if k == 7:
            d, dn, _ = rng.choice(self.objects)
            return ["memset((u8 *)&%s + %s, %s, %s);" % (d, self.offset(dn // 2), rng.choice(("0", "1", "255", "a")), self.offset(dn // 2))]
        if k == 8:
            p, (x, xn, _), (y, yn, _) = self.name("p"), rng.choice(self.objects), rng.choice(self.objects)
            w = WIDTHS[ty]
            use = ["*%s = %s;" % (p, self.value()), self.result("*%s" % p)]
            rng.shuffle(use)
            return ["%s *%s = (%s) ? (%s *)((u8 *)&%s + %s) : (%s *)((u8 *)&%s + %s);" % (ty, p, self.cond(), ty, x, self.offset(xn - w, w), ty, y,
                                                                                        self.offset(yn - w, w))] + use
        if k == 9:
            # Typed indices, guarded or bounded by construction, beside the same index through a pointer.
            arrays = [o for o in self.objects if o[2] in (1, 4)]
            if arrays:
                name, size, kind = rng.choice(arrays)
                x = rng.choice(self.inputs)
                p = self.name("p")
                if kind == 1:
                    few = min(size // 4, rng.randint(1, 4))
                    return ["if (%s < %d) %s[%s] = %s;" % (x, few, name, x, self.value()), "u32 *%s = (u32 *)%s;" % (p, name),
                            "if (%s + %d < %d) %s[%s + %d] += %s;" % (x, few, size // 4, p, x, few, self.value())]
                return ["if (%s < 2) %s[%s][%s] = %s;" % (x, name, self.offset(size // 8 - 1), x, self.value()), "u32 *%s = &%s[0][0];" % (p, name),
                        "if (%s < %d) %s[%s] += %s;" % (x, size // 4, p, x, self.value())]
        if k == 10:
            records = [o for o in self.objects if o[2] == 3]
            if len(records) > 1:
                x, y = rng.sample(records, 2)
                return ["memcpy(&%s, &%s, sizeof %s);" % (x[0], y[0], x[0])]
        unions = [o for o in self.objects if o[2] == 2]
        if unions:
            u = rng.choice(unions)[0]
            member = rng.choice(["l", "i[%s]" % self.offset(1), "h[%s]" % self.offset(3), "c[%s]" % self.offset(7)])
            return ["%s.%s = %s;" % (u, member, self.value()) if rng.random() < 0.5 else self.result("%s.%s" % (u, member))]
        return [self.result(self.value())]

    # ---- control -------------------------------------------------------------------------------------------------------------

    def control(self):
        rng = self.rng
        labels = [self.name("L") for _ in range(rng.randint(2, 5))]
        self.small = ["s0", "s1", "s2"]
        most = rng.randint(3, 7)
        heap = rng.random() < 0.4
        lines = ["u32 s0 = 0, s1 = 1, s2 = 2; int steps = 0;"] + (["u8 *p = 0; u32 room = 0;"] if heap else [])
        lines += ["switch (%s) {" % rng.choice(self.inputs)] + ["case %d: goto %s;" % (i, l) for i, l in enumerate(labels)] + ["}"]

        def jump():
            return "if (%s) goto %s;" % (rng.choice([self.cond(), "s%d & 1" % rng.randrange(3), "steps & 1"]), rng.choice(labels + ["end"]))

        def step():
            k = rng.randrange(7 if heap else 5)
            if k == 0:
                return [jump()]
            if k == 1:
                return [self.result(rng.choice(self.small))]
            if k < 5:
                return ["%s = %s * %du + %s;" % (rng.choice(self.small), rng.choice(self.small), rng.randint(1, 3), self.value())]
            if k == 5:
                size = rng.randint(2, 9)
                return ["p = malloc(%d); memset(p, %d, %d); room = %d;" % (size, size, size, size)]
            at = rng.randint(0, 6)
            guard = "room > %d" % at if rng.random() < 0.9 else "room"
            return ["if (p && %s) { p[%d] += 1; %s }" % (guard, at, self.result("p[%d]" % at))]

        for i, label in enumerate(labels):
            entry = ["%s:" % label, "if (steps++ > %d) goto end;" % most]
            x = self.name("x")
            body = self.statements(1, step, rng.randint(1, 3)) + [jump()]
            wrap = rng.randrange(4)
            if wrap == 0:
                lines += ["{ u32 %s = %s;" % (x, self.value())] + self.indent(entry + ["%s = s0 + %d;" % (x, i)] + body + ["s1 += %s;" % x]) + ["}"]
            elif wrap == 1:
                lines += ["while (%s && steps <= %d) {" % (self.cond(), most)] + self.indent(entry + body) + ["}"]
            elif wrap == 2:
                lines += ["do {"] + self.indent(["u32 %s = s2;" % x, "s0 += %s;" % x] + entry + body) + ["} while (s0 & 1 && steps <= %d);" % most]
            else:
                lines += entry + body
        return lines + ["end:"] + [self.result(s) for s in self.small]

    # ---- integers ------------------------------------------------------------------------------------------------------------

    def integers(self):
        names = []
        lines = []
        for _ in range(self.rng.randint(2, 3)):
            x = self.name("x")
            lines.append("%s %s = (%s)(%s);" % (self.rng.choice(sorted(WIDTHS)), x, self.rng.choice(sorted(WIDTHS)), self.number(names, 3)))
            names.append(x)
        lines += self.statements(2, lambda: ["%s = %s;" % (self.rng.choice(names), self.number(names, 3))], 4)
        return lines + [self.result(x) for x in names]

    def number(self, names, depth):
        """An expression without undefined behaviour: sums and products are made in unsigned long long."""
        rng = self.rng
        if depth == 0 or rng.random() < 0.2:
            k = rng.random()
            if names and k < 0.4:
                return rng.choice(names)
            return rng.choice(self.inputs) if k < 0.75 else rng.choice(("1", "3", "255u", "0x8000", "-1", "0x7fffffff", "0x80000000u", "65535ll"))
        x, y = self.number(names, depth - 1), self.number(names, depth - 1)
        return rng.choice(["((%s)((u64)(%s) %s (u64)(%s)))" % (rng.choice(sorted(WIDTHS)), x, rng.choice("+-*&|^"), y), "((%s) %s (%s))" % (x, rng.choice(("<", "<=", "==", "!=")), y),
                           "((u64)(%s) %s ((%s) & 31))" % (x, rng.choice(("<<", ">>")), y), "((%s)(%s) >> ((%s) & 7))" % (rng.choice(("int", "long long", "u32")), x, y),
                           "((u64)(%s) %s ((u64)(%s) | 1))" % (x, rng.choice("/%"), y), "((%s) ? (%s) : (%s))" % (x, y, self.number(names, 0)), "((%s)(%s))" % (rng.choice(sorted(WIDTHS)), x)])

    # ---- heap ----------------------------------------------------------------------------------------------------------------

    def heap(self):
        rng = self.rng
        self.pointers = ["p%d" % i for i in range(rng.randint(2, 3))]
        lines = []
        for i, p in enumerate(self.pointers):
            lines += ["u32 n%d = %d + %s; u8 *%s = malloc(n%d); memset(%s, %d, n%d);" % (i, rng.randint(2, 6), rng.choice(self.inputs + "0"), p, i, p, rng.randrange(9), i)]
        lines += ["struct node { struct node *next; u32 v; } *list = 0;"]
        lines += self.statements(2, self.heap_step, rng.randint(4, 7))
        lines += ["for (struct node *q = list; q; q = q->next) { %s }" % self.result("q->v")]
        if rng.random() < 0.7:
            lines += ["while (list) { struct node *q = list; list = q->next; free(q); }"]
        return lines + ["if (%s) { %s }" % (p, self.result("%s[0]" % p)) for p in self.pointers]

    def heap_step(self):
        rng = self.rng
        i = rng.randrange(len(self.pointers))
        j = rng.randrange(len(self.pointers))
        p, q, n, m = self.pointers[i], self.pointers[j], "n%d" % i, "n%d" % j
        at = self.offset(5)
        guard = "%s && %s < %s" % (p, at, n) if rng.random() < 0.97 else p
        k = rng.randrange(9)
        if k < 2:
            return ["if (%s) %s[%s] = %s;" % (guard, p, at, self.value())]
        if k < 4:
            return ["if (%s) %s" % (guard, self.result("%s[%s]" % (p, at)))]
        if k == 4:
            return ["free(%s); %s = malloc(%d); %s = 3; memset(%s, %s, %s);" % (p, p, rng.choice((3, 7, 9)), n, p, rng.choice(self.inputs), n)] if p != q else []
        if k == 5:
            return ["free(%s); %s = 0;" % (p, p)]
        if k == 6:
            return ["if (%s && %s) { u32 k = %s < %s ? %s : %s; memcpy(%s, %s, k); }" % (p, q, n, m, n, m, p, q)] if p != q else []
        if k == 7:
            return ["{ struct node *t = malloc(sizeof *t); t->v = %s; t->next = list; list = t; }" % self.value()]
        return ["if (list) { list->v += %s; struct node *t = list; list = list->next; %s free(t); }" % (self.value(), self.result("t->v"))]


def make(seed, kind):
    rng = random.Random("%s %d" % (kind, seed))
    program = Program(rng)
    body = getattr(program, kind)()
    text = HEAD + "\n".join(program.globals) + "\nstatic void run(%s) {\n    r0 = r1 = r2 = 0;\n" % ", ".join("int " + x for x in program.inputs)
    return program, text + "\n".join(program.indent(body)) + "\n}\n"


# ---- the oracle --------------------------------------------------------------------------------------------------------------------


def oracle(args, program, text, folder):
    """What gcc's build computes by inputs; None for inputs with something undefined. None where gcc does not build it."""
    source, binary = os.path.join(folder, "oracle.c"), os.path.join(folder, "oracle")
    n = len(program.inputs)
    call = ", ".join("atoi(v[%d])" % (i + 1) for i in range(n))
    with open(source, "w") as f:
        f.write(text + '\nint main(int n, char **v) { (void)n; run(%s); printf("%%u %%u %%u\\n", r0, r1, r2); return 0; }\n' % call)
    flags = ["-m32"] if args.bits32 else ["-fsanitize=address"]
    built = common.run(["gcc", "-w", "-g", "-O0", "-fno-strict-aliasing", "-DORACLE"] + SANITIZE + flags + [source, "-o", binary], timeout=60)
    if built.code != 0:
        print(built.err)
        return None
    seen = {}
    for combination in itertools.product(*(range(k) for k in program.limits)):
        result = common.run(["env", "ASAN_OPTIONS=detect_leaks=0", binary] + [str(x) for x in combination], timeout=20)
        if result.timed_out:
            return None
        seen[combination] = tuple(int(x) for x in result.out.split()) if result.code == 0 else None
    return seen


def assertions(rng, program, seen):
    """Conditions with whether they hold for all inputs."""
    clean = {k: v for k, v in seen.items() if v is not None}
    chosen = []
    for combination in rng.sample(sorted(clean), min(4, len(clean))):
        here = " && ".join("%s == %d" % pair for pair in zip(program.inputs, combination))
        i = rng.randrange(RESULTS)
        value = clean[combination][i]
        chosen.append(("!(%s) || r%d == %du" % (here, i, value), True))
        chosen.append(("!(%s) || r%d != %du" % (here, i, value), False))
    for i in range(RESULTS):
        values = {v[i] for v in clean.values()}
        if values:
            chosen.append(("r%d != %du" % (i, rng.choice(sorted(values))), False))
            other = next(v for v in itertools.chain((rng.getrandbits(32), 0, 1), itertools.count()) if v not in values)
            chosen.append(("r%d != %du" % (i, other), True))
            chosen.append((" || ".join("r%d == %du" % (i, v) for v in sorted(values)), True))
    return chosen


def task(program, text, checks):
    lines = ["int main(void) {"]
    for x, limit in zip(program.inputs, program.limits):
        lines.append("    int %s = __VERIFIER_nondet_int(); __CPROVER_assume(%s >= 0 && %s < %d);" % (x, x, x, limit))
    lines += ["    run(%s);" % ", ".join(program.inputs), "    switch (__VERIFIER_nondet_int()) {"]
    lines += ["    case %d: __CPROVER_assert(%s, \"%d\"); break;" % (i, cond, i) for i, (cond, _) in enumerate(checks)]
    return text + "\n".join(lines + ["    }", "    return 0;", "}"]) + "\n"


# ---- verdicts ----------------------------------------------------------------------------------------------------------------------


def judge(args, engine, path, checks, undefined):
    """What is wrong with an engine's answer, and whether it decided everything."""
    command = [args.proofmark, "check", "--json-ui", "--no-malloc-may-fail", "--engine", engine, "--timeout", "%ds" % args.seconds, "--memlimit", "1500M"]
    result = common.run(command + common.PROOFMARK_FLAGS["ILP32" if args.bits32 else "LP64"] + [path], timeout=20 * args.seconds + 60)
    if result.timed_out:
        return ["%s does not end" % engine], False
    if result.code not in (0, 5, 10):
        return ["%s: code %d: %s" % (engine, result.code, common.first_line(result.err))], False
    answers = [p for part in json.loads(result.out) for p in part.get("result", [])]
    status = {p["property"]: p["status"] for p in answers}
    # Where something is not modelled exactly, a counterexample may rest on it.
    unknown = [p for p in answers if p["status"] == "UNKNOWN"]
    wrong = ["%s: %s: not confirmed" % (engine, p["property"]) for p in unknown if all("not confirmed" in json.dumps(q) for q in unknown)]
    for i, (cond, holds) in enumerate(checks):
        said = status.get("main.assertion.%d" % (i + 1), "missing")
        if said == "missing" or said in (BAD if holds else GOOD):
            wrong.append("%s: %s for assertion %d, which %s: %s" % (engine, said, i + 1, "holds" if holds else "fails", cond))
    others = {k: s for k, s in status.items() if not k.startswith("main.assertion.")}
    failed = [k for k, s in others.items() if s in BAD]
    if undefined and all(s in GOOD for s in others.values()):
        wrong.append("%s: SUCCESS, but something undefined happens for %s" % (engine, undefined[0]))
    if failed and not undefined:
        wrong.append("%s: FAILURE of %s, but nothing undefined happens" % (engine, failed[0]))
    return wrong, not any(s == "UNKNOWN" for s in status.values())


def examine(args, kind, seed):
    with tempfile.TemporaryDirectory() as folder:
        program, text = make(seed, kind)
        seen = oracle(args, program, text, folder)
        if seen is None or len({v for v in seen.values()}) == 1 and None in seen.values():
            return kind, seed, None, [], {}
        undefined = [k for k, v in seen.items() if v is None]
        checks = assertions(random.Random(seed), program, seen)
        source = task(program, text, checks)
        path = os.path.join(folder, "%s_%d.c" % (kind, seed))
        with open(path, "w") as f:
            f.write(source)
        wrong, decided = [], {}
        for engine in args.engines:
            more, decided[engine] = judge(args, engine, path, checks, undefined)
            wrong += more
        return kind, seed, source, wrong, decided


def main():
    p = common.parser(__doc__)
    p.add_argument("--kind", default="all", choices=("memory", "control", "integers", "heap", "all"))
    p.add_argument("--count", type=int, default=20, help="programs of each kind (default: %(default)s)")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--seconds", type=int, default=5, help="for each engine (default: %(default)s)")
    p.add_argument("--engines", type=lambda s: s.split(","), default=list(ENGINES))
    p.add_argument("--32", dest="bits32", action="store_true", help="the ILP32 data model")
    p.add_argument("--keep", default=None, help="folder for programs with a find")
    args = p.parse_args()
    common.need("gcc")
    kinds = ("memory", "control", "integers", "heap") if args.kind == "all" else (args.kind,)
    jobs = [(kind, seed) for seed in range(args.seed, args.seed + args.count) for kind in kinds]
    found, skipped, decided = 0, 0, collections.Counter()
    with ThreadPoolExecutor(args.jobs) as pool:
        for kind, seed, source, wrong, by_engine in pool.map(lambda job: examine(args, *job), jobs):
            skipped += source is None
            decided.update(engine for engine, all_of_it in by_engine.items() if all_of_it)
            if wrong:
                found += 1
                print("%s %d:\n  %s" % (kind, seed, "\n  ".join(wrong)))
                if args.keep:
                    os.makedirs(args.keep, exist_ok=True)
                    with open(os.path.join(args.keep, "%s_%d.c" % (kind, seed)), "w") as f:
                        f.write(source)
                else:
                    print(source)
                sys.stdout.flush()
    print("%d programs, %d skipped, %d with finds; decided in full: %s" % (len(jobs), skipped, found, dict(decided)))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Initialisers, bit-fields and promotions against gcc.

Generates programs with random records (nested and anonymous structs and unions, bit-fields, arrays, enums), objects of
them (static, automatic, compound literals) with random initialisers (designators of any depth, out of order, ranges,
overrides, braces left out), and random expressions over their members (casts, promotions, conditionals, assignments,
`_Generic`, `sizeof`). A program prints every member of every object and the value, size and type of every expression;
`proofmark run` must print what the program prints that gcc builds.

Exit code: 0 all agree, 1 some differ, 2 usage.
"""
import os
import random
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import common

INTEGERS = ["char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long",
            "long long", "unsigned long long", "_Bool", "enum small", "enum negative", "enum large"]
WIDTHS = {"char": 8, "signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16, "int": 32, "unsigned": 32,
          "long": 32, "unsigned long": 32, "long long": 64, "unsigned long long": 64, "_Bool": 1, "enum small": 32,
          "enum negative": 32, "enum large": 32}
TYPES = ["char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "long long",
         "unsigned long long", "_Bool"]

HEAD = """int printf(const char *, ...);
enum small { SMALL_A, SMALL_B = 3, SMALL_C };
enum negative { NEGATIVE_A = -5, NEGATIVE_B };
enum large { LARGE_A = 1, LARGE_B = 4000000000u };
#define SHOW(e) printf("%s = %lld\\n", #e, (long long)(e))
#define KIND(e) _Generic((e), char: 1, signed char: 2, unsigned char: 3, short: 4, unsigned short: 5, int: 6, unsigned: 7, long: 8, \\
    unsigned long: 9, long long: 10, unsigned long long: 11, _Bool: 12, float: 13, double: 14, long double: 15, default: 16)
#define VALUE(e) printf("%s = %lld, %d bytes\\n", #e, (long long)(e), (int)sizeof(e))
#define TYPED(e) printf("%s = %lld, %d bytes, kind %d, %d\\n", #e, (long long)(e), (int)sizeof(e), KIND(e), (e) - 100 < 0)
"""


class Scalar:
    def __init__(self, name, width=None):
        self.name, self.width = name, width

    def declare(self, name):
        return "%s %s%s;" % (self.name, name, "" if self.width is None else " : %d" % self.width)


class Array:
    def __init__(self, elem, length):
        self.elem, self.length = elem, length

    def declare(self, name):
        return self.elem.declare("%s[%d]" % (name, self.length))


class Record:
    """`fields`: (name or None, type)."""

    def __init__(self, keyword, tag, fields):
        self.keyword, self.tag, self.fields = keyword, tag, fields

    def body(self):
        return "%s { %s }" % (self.keyword, " ".join(t.declare(n or "") for n, t in self.fields))

    def declare(self, name):
        if self.tag:
            return "%s %s %s;" % (self.keyword, self.tag, name)
        return "%s %s;" % (self.body(), name)


def names_of(record):
    """The members that a designator can name: (name, type), those of anonymous members included."""
    for name, ty in record.fields:
        if name:
            yield name, ty
        elif isinstance(ty, Record):
            yield from names_of(ty)


def leaves(ty, path, unions):
    """Paths of all scalars of an object, with their types; those within unions only where wanted."""
    if isinstance(ty, Scalar):
        yield path, ty
    elif isinstance(ty, Array):
        for i in range(ty.length):
            yield from leaves(ty.elem, "%s[%d]" % (path, i), unions)
    elif unions or ty.keyword == "struct":
        for name, inner in ty.fields:
            yield from leaves(inner, "%s.%s" % (path, name) if name else path, unions)


class Program:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.count, self.types, self.head, self.body = 0, [], [], []

    def fresh(self, prefix):
        self.count += 1
        return "%s%d" % (prefix, self.count)

    def chance(self, percent):
        return self.r.randrange(100) < percent

    # ---- types -----------------------------------------------------------------------------------------------------

    def scalar(self):
        name = self.r.choice(INTEGERS)
        if not self.chance(50):
            return Scalar(name)
        limit = WIDTHS[name]
        return Scalar(name, self.r.choice([1, self.r.randint(1, limit), self.r.randint(1, limit), limit]))

    def field_type(self, depth):
        kind = self.r.randrange(100)
        if kind < 55 or depth >= 3:
            return self.scalar()
        if kind < 75:
            elem = self.field_type(depth + 1)
            return Array(Scalar(elem.name) if isinstance(elem, Scalar) else elem, self.r.choice([1, 2, 3]))
        if kind < 85 and self.types:
            return self.r.choice(self.types)
        return self.record(depth + 1, None)

    def record(self, depth, tag):
        keyword = self.r.choice(["struct", "struct", "union"])
        fields = []
        for _ in range(self.r.choice([1, 2, 2, 3, 4])):
            ty = self.field_type(depth)
            anonymous = isinstance(ty, Record) and ty.tag is None and self.chance(60)
            fields.append((None if anonymous else self.fresh("m"), ty))
        return Record(keyword, tag, fields)

    # ---- initialisers ----------------------------------------------------------------------------------------------

    def constant(self):
        return str(self.r.choice([0, 1, 2, 3, 5, -1, -2, 7, 100, 127, 128, 200, 255, 256, 1000, 65535, 0x12345678, "SMALL_B", "'x'"]))

    def designators(self, ty):
        """A path into the type of at least one step, and the type that it ends at."""
        path = ""
        while True:
            if isinstance(ty, Array):
                first = self.r.randrange(ty.length)
                if self.chance(15) and first + 1 < ty.length:
                    return path + "[%d ... %d]" % (first, self.r.randint(first + 1, ty.length - 1)), ty.elem
                path, ty = path + "[%d]" % first, ty.elem
            else:
                name, inner = self.r.choice(list(names_of(ty)))
                path, ty = path + "." + name, inner
            if isinstance(ty, Scalar) or self.chance(35):
                return path, ty

    def items(self, ty, depth):
        """The items between the braces of an aggregate."""
        out = []
        for i in range(self.r.choice([1, 1, 2, 3, 4])):
            if self.chance(65):
                path, inner = self.designators(ty)
                # Behind a range, values without braces are another matter.
                braced = "..." in path and not isinstance(inner, Scalar)
                out.append("%s = %s" % (path, "{ %s }" % self.items(inner, depth + 1) if braced else self.value(inner, depth + 1)))
            elif i == 0:
                inner = ty.elem if isinstance(ty, Array) else ty.fields[0][1]
                out.append(self.value(inner, depth + 1))
            else:
                # What comes next in the order of members; a scalar is right everywhere, with braces left out.
                out.append(self.constant())
        return ", ".join(out)

    def value(self, ty, depth):
        if isinstance(ty, Scalar):
            return self.constant()
        if self.chance(15) or depth > 4:
            return self.constant()
        return "{ %s }" % self.items(ty, depth)

    def objects(self):
        # Bytes of an automatic union that its initialiser does not name hold anything.
        for ty in self.types:
            full = "%s %s" % (ty.keyword, ty.tag)
            for where in ["static", "local", "literal", "array"]:
                name = self.fresh("v")
                if where == "array":
                    array = Array(ty, 2)
                    self.head.append("static %s %s[2] = { %s };" % (full, name, self.items(array, 0)))
                    self.show(array, name, True)
                elif where == "literal":
                    self.body.append("%s *%s = &(%s){ %s };" % (full, name, full, self.items(ty, 0)))
                    self.show(ty, "(*%s)" % name, False)
                elif where == "static":
                    self.head.append("static %s %s = { %s };" % (full, name, self.items(ty, 0)))
                    self.show(ty, name, True)
                else:
                    self.body.append("%s %s = { %s };" % (full, name, self.items(ty, 0)))
                    self.show(ty, name, False)

    def show(self, ty, path, unions):
        for leaf, scalar in leaves(ty, path, unions):
            # A _Bool within a union may hold a byte that is none of its values.
            byte = scalar.name == "_Bool" and scalar.width is None
            self.body.append("SHOW(*(unsigned char *)&%s);" % leaf if byte else "SHOW(%s);" % leaf)

    # ---- expressions -----------------------------------------------------------------------------------------------

    def operand(self):
        return "s." + self.r.choice(self.members)

    def expression(self, depth):
        r = self.r
        if depth == 0:
            return self.operand() if self.chance(80) else r.choice(["1", "2u", "-3", "5ll", "7ul", "'c'", "SMALL_B", "LARGE_B"])
        a = lambda: self.expression(depth - 1)
        kind = r.randrange(12)
        if kind < 3:
            return "(%s)%s" % (r.choice(TYPES), self.operand())
        if kind < 6:
            return "(%s %s %s)" % (a(), r.choice(["+", "-", "*"]), a())
        if kind == 6:
            return "(%s%s)" % (r.choice(["-", "+", "!"]), a())
        if kind == 7:
            return "(%s ? %s : %s)" % (a(), a(), a())
        if kind == 8:
            return "(%s %s %s)" % (a(), r.choice(["<", "==", ">=", "&&", "||"]), a())
        if kind == 9:
            return "(~(%s)%s)" % (r.choice(TYPES), self.operand())
        if kind == 10:
            return "((%s)%s %s %d)" % (r.choice(TYPES), self.operand(), r.choice(["<<", ">>"]), r.randrange(7))
        return "(%s %s %s)" % (self.operand(), r.choice(["&", "|", "^"]), self.operand())

    def changes(self):
        """An expression that is not promoted: an assignment to a member, or the like."""
        r, m = self.r, self.operand()
        return r.choice(["(%s = %s)" % (m, self.constant()), "%s++" % m, "--%s" % m, "(%s += %s)" % (m, self.operand()),
                         "(0, %s)" % m, "({ %s; })" % m, "(%s <<= 1)" % m, "(%s %%= 7)" % m, "(%s = %s)" % (m, self.operand())])

    def expressions(self):
        fields = []
        for i in range(10):
            fields.append(("e%d" % i, self.scalar()))
        record = Record("struct", "expressions", fields)
        self.members = [name for name, _ in fields]
        self.head.append(record.body().replace("struct {", "struct expressions {", 1) + ";")
        self.body.append("struct expressions s = { %s };" % ", ".join(self.constant() for _ in fields))
        for _ in range(25):
            self.body.append("TYPED(+%s);" % self.expression(2))
            self.body.append("TYPED((%s)%s);" % (self.r.choice(TYPES), self.operand()))
            self.body.append("VALUE(%s);" % self.changes())
            self.body.append("TYPED(+%s);" % self.changes())

    def text(self):
        for _ in range(self.r.choice([1, 2, 3])):
            tag = self.fresh("t")
            record = self.record(0, tag)
            self.head.append(record.body().replace(record.keyword, "%s %s" % (record.keyword, tag), 1) + ";")
            self.types.append(record)
        self.objects()
        self.expressions()
        return "%s%s\nint main(void) {\n%s\nreturn 0;\n}\n" % (HEAD, "\n".join(self.head), "\n".join(self.body))


def check(number, args, work):
    """None where both agree or gcc refuses the program ("skipped"), else what differs, and the program."""
    text = Program("%d:%d" % (args.seed, number)).text()
    base = os.path.join(work, "p%d" % number)
    with open(base + ".c", "w") as f:
        f.write(text)
    built = common.run(common.COMPILERS[args.data_model] + ["-w", "-O0", "-fwrapv", base + ".c", "-o", base] + args.link, timeout=60)
    if built.code != 0:
        return "skipped", text
    expected = common.run(args.runner + [base], timeout=10)
    got = common.run([args.proofmark, "run", base + ".c", "--no-standard-checks"] + common.PROOFMARK_FLAGS[args.data_model], timeout=args.timeout)
    for suffix in ["", ".c"]:
        os.remove(base + suffix)
    if got.code == 0 and got.out == expected.out:
        return None, text
    if got.timed_out:
        return "timeout", text
    for ours, theirs in zip(got.out.splitlines(), expected.out.splitlines()):
        if ours != theirs:
            return "%s (gcc: %s)" % (ours, theirs), text
    return "exit %s: %s" % (got.code, common.first_line(got.err)), text


def main():
    p = common.parser(__doc__)
    p.add_argument("--count", type=int, default=1000, metavar="N", help="number of programs (default: %(default)s)")
    p.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    p.add_argument("--first", type=int, default=0, help="number of the first program (default: %(default)s)")
    p.add_argument("--data-model", choices=["LP64", "ILP32"], default="LP64")
    runnable = sorted(name for name, (_, runner) in common.TARGETS.items() if runner)
    p.add_argument("--target", choices=runnable, help="a machine other than x86, whose programs qemu runs, in place of a data model")
    p.add_argument("--timeout", type=float, default=60, help="seconds for proofmark (default: %(default)s)")
    p.add_argument("--keep", metavar="DIR", help="write the programs that differ here")
    args = p.parse_args()
    args.data_model = args.target or args.data_model
    args.runner, args.link = (common.TARGETS[args.target][1], ["-static"]) if args.target else ([], [])
    for program in [common.COMPILERS[args.data_model][0], args.proofmark] + args.runner:
        common.need(program)
    passed = failed = skipped = 0
    numbers = range(args.first, args.first + args.count)
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(args.jobs) as pool:
        for number, (message, text) in zip(numbers, pool.map(lambda n: check(n, args, work), numbers)):
            if message is None:
                passed += 1
            elif message == "skipped":
                skipped += 1
            else:
                failed += 1
                print("fail %d: %s" % (number, message), flush=True)
                if args.keep:
                    os.makedirs(args.keep, exist_ok=True)
                    with open(os.path.join(args.keep, "%s-%d.c" % (args.data_model, number)), "w") as f:
                        f.write(text)
    print("%d passed, %d failed (%d rejected by gcc)" % (passed, failed, skipped))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())

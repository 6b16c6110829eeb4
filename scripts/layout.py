#!/usr/bin/env python3
"""Layouts and constant expressions against gcc.

Generates random structs, unions and enums (bit-fields of all types and widths, zero width, packed, aligned, #pragma
pack, nested, anonymous, flexible arrays) and random integer and floating constant expressions, asks gcc for sizes,
alignments, offsets, the bytes each bit-field occupies and the expressions' values and types, and has `proofmark run`
check a program of static assertions and byte comparisons that states them. gcc's answers are read out of an object
file, so that nothing needs to run for LLP64 (by MinGW's gcc, where it is installed) and for other machines (`--target`).

Each declaration or expression is one unit; what gcc rejects or warns of (overflow, bad shifts) is not counted.
Exit code: 0 all agree, 1 some differ, 2 usage.
"""
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import common

BATCH = 25
WARNINGS = ["-Werror=overflow", "-Werror=shift-overflow=2", "-Werror=shift-negative-value", "-Werror=shift-count-overflow",
            "-Werror=shift-count-negative", "-Werror=div-by-zero", "-Werror=overflow"]


class Unit:
    """Declarations, and the questions about them.

    numbers: constant expressions of integer type; bits: (type, designator of a bit-field);
    floats: (type, initialiser), compared byte by byte.
    """

    def __init__(self, name):
        self.name, self.text, self.numbers, self.bits, self.floats = name, [], [], [], []


INTEGERS = ["char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long",
            "long long", "unsigned long long"]
OTHERS = ["float", "double", "long double", "_Bool", "void *", "char *"]


class Records:
    """Makes one record unit."""

    def __init__(self, r, name, model):
        self.r, self.unit, self.model, self.count = r, Unit(name), model, 0

    def fresh(self, prefix):
        self.count += 1
        return "%s_%s%d" % (self.unit.name, prefix, self.count)

    def chance(self, percent):
        return self.r.randrange(100) < percent

    def make(self):
        for _ in range(self.r.choice([0, 0, 1, 2])):
            self.helper()
        pack = self.r.choice([1, 2, 4, 8, 16]) if self.chance(15) else None
        if pack:
            self.unit.text.append("#pragma pack(push, %d)" % pack)
        tag, text, fields = self.record(0, True)
        self.unit.text.append(text + ";")
        if pack:
            self.unit.text.append("#pragma pack(pop)")
        self.ask(tag, fields)
        # Inside another record and as an array: tail padding and alignment.
        if not any(kind == "flexible" for _, kind in fields):
            outer = self.fresh("outer")
            self.unit.text.append("struct %s { char c; %s a[2]; int b : 3; };" % (outer, tag))
            self.unit.numbers += ["sizeof(struct %s)" % outer, "__builtin_offsetof(struct %s, a[1])" % outer]
        return self.unit

    def helper(self):
        """A typedef or an enum that fields can use."""
        name = self.fresh("t")
        if self.chance(50):
            base = self.r.choice(INTEGERS + ["double", "float"])
            self.unit.text.append("typedef %s %s __attribute__((aligned(%d)));" % (base, name, self.r.choice([1, 2, 4, 8, 16])))
            self.unit.numbers += ["sizeof(%s)" % name, "_Alignof(%s)" % name]
        else:
            low = self.r.choice([0, 0, -1, -200, -40000])
            high = self.r.choice([1, 3, 100, 200, 40000, 70000, 4294967295])
            packed = " __attribute__((packed))" if self.chance(40) else ""
            self.unit.text.append("typedef enum { %s_a = %d, %s_b = %d, %s_c }%s %s;"
                                  % (name, low, name, high, name, packed, name) if high < 2147483647 else
                                  "typedef enum { %s_a = %d, %s_b = %d }%s %s;" % (name, low, name, high, packed, name))
            self.unit.numbers += ["sizeof(%s)" % name, "_Alignof(%s)" % name, "(%s)-1 < 0" % name, "%s_b" % name,
                                  "sizeof(%s_a)" % name]
            self.enums = getattr(self, "enums", []) + [name]
            return
        self.typedefs = getattr(self, "typedefs", []) + [name]

    def attributes(self, percent):
        if not self.chance(percent):
            return ""
        options = ["packed", "aligned(%d)" % self.r.choice([1, 2, 4, 8, 16, 32]), "aligned"]
        chosen = self.r.sample(options, self.r.choice([1, 1, 1, 2]))
        return " __attribute__((%s))" % ", ".join(chosen)

    def scalar(self):
        choices = INTEGERS + OTHERS + getattr(self, "typedefs", []) * 3 + getattr(self, "enums", []) * 3
        if self.model in common.LONG_64 | {"LLP64"}:
            choices = choices + ["__int128"]
        return self.r.choice(choices)

    def record(self, depth, tagged):
        """(type name, definition, [(path, 'plain' | 'bits' | 'flexible')])"""
        keyword = self.r.choice(["struct", "struct", "struct", "union"])
        tag = self.fresh("s") if tagged else ""
        lines, fields = [], []
        for _ in range(self.r.choice([1, 2, 3, 4, 6, 9])):
            line, new = self.field(depth)
            lines.append(line)
            fields += new
        if depth == 0 and keyword == "struct" and self.chance(10) and any(kind != "none" for _, kind in fields):
            name = self.fresh("flex")
            lines.append("%s %s[];" % (self.r.choice(INTEGERS + ["double", "long double"]), name))
            fields.append((name, "flexible"))
        if not fields:
            name = self.fresh("f")
            lines.append("char %s;" % name)
            fields.append((name, "plain"))
        before, after = self.attributes(10), self.attributes(20)
        text = "%s%s %s {\n  %s\n}%s" % (keyword, before, tag, "\n  ".join(lines), after)
        return "%s %s" % (keyword, tag), text, fields

    def field(self, depth):
        kind = self.r.randrange(100)
        if kind < 45:
            return self.bit_field()
        if kind < 60 and depth < 2:
            return self.nested(depth)
        name = self.fresh("f")
        dims = "".join("[%d]" % self.r.choice([1, 2, 3, 5, 7]) for _ in range(self.r.choice([0, 0, 0, 1, 1, 2])))
        alignas = "_Alignas(%d) " % self.r.choice([8, 16, 32]) if self.chance(5) else ""
        return "%s%s %s%s%s;" % (alignas, self.scalar(), name, dims, self.attributes(12)), [(name, "plain")]

    def bit_field(self):
        base = self.r.choice(INTEGERS + ["_Bool"] + getattr(self, "enums", []) * 2 + getattr(self, "typedefs", []))
        limit = {"char": 8, "short": 16, "long": 64, "_Bool": 1}.get(base.split()[-1], 32)
        limit = 8 if "char" in base else 16 if "short" in base else limit
        if "long" in base:
            limit = 64 if "long long" in base or self.model in common.LONG_64 else 32
        if base in getattr(self, "typedefs", []) + getattr(self, "enums", []):
            limit = 8
        if self.chance(10):
            return "%s : %d;" % (base, self.r.choice([0, 0, self.r.randint(1, limit)])), []
        width = self.r.choice([1, self.r.randint(1, limit), limit, max(1, limit - 1)])
        name = self.fresh("b")
        return "%s %s : %d%s;" % (base, name, width, self.attributes(6)), [(name, "bits")]

    def nested(self, depth):
        _, text, fields = self.record(depth + 1, False)
        if self.chance(50):
            return text + ";", fields
        name = self.fresh("n")
        if self.chance(30):
            return "%s %s[%d];" % (text, name, self.r.choice([1, 2, 3])), [(name, "plain")]
        return "%s %s;" % (text, name), [(name, "plain")] + [("%s.%s" % (name, path), kind) for path, kind in fields]

    def ask(self, tag, fields):
        numbers = ["sizeof(%s)" % tag, "_Alignof(%s)" % tag]
        for path, kind in fields:
            if kind == "bits":
                self.unit.bits.append((tag, path))
                continue
            numbers.append("__builtin_offsetof(%s, %s)" % (tag, path))
            if kind == "plain":
                numbers.append("sizeof(((%s *)0)->%s)" % (tag, path))
        self.unit.numbers += numbers


class Expressions:
    """Makes one unit of constant expressions."""

    def __init__(self, r, name):
        self.r, self.unit = r, Unit(name)

    def make(self):
        n = self.unit.name
        self.unit.text = [
            "enum %s_e { %s_A = %d, %s_B, %s_C = %d };" % (n, n, self.r.randint(-9, 9), n, n, self.r.choice([5, 255, 65536, -70000])),
            "struct %s_s { char a; short b[3]; int c : 5; long d; double e; };" % n]
        for _ in range(3):
            e = self.integer(4)
            self.unit.numbers += ["(unsigned long long)(%s)" % e, "sizeof(%s)" % e, "(__typeof__(%s))-1 < 0" % e]
        for _ in range(2):
            self.unit.floats.append((self.r.choice(["float", "double", "long double"]), self.floating(3)))
        return self.unit

    def leaf(self):
        r, n = self.r, self.unit.name
        value = r.choice([0, 1, 2, 3, 7, 31, 127, 128, 255, 256, 32767, 65535, 2147483647, 2147483648, 4294967295, 4294967296,
                          9223372036854775807, 18446744073709551615, r.randrange(1000)])
        suffix = r.choice(["", "", "", "u", "l", "ul", "ll", "ull", "LLU"])
        if value > 9223372036854775807:
            suffix = "ull"
        literal = r.choice(["%d", "0x%x", "0%o"]) % value + suffix
        return r.choice([
            literal, literal, literal, "%s_A" % n, "%s_B" % n, "%s_C" % n, "sizeof(struct %s_s)" % n, "sizeof(long double)",
            "_Alignof(struct %s_s)" % n, "__builtin_offsetof(struct %s_s, d)" % n, "__builtin_offsetof(struct %s_s, b[2])" % n,
            "'a'", "'\\n'", "'\\xff'", "'\\377'", "L'x'", "u'x'", "U'x'", "'ab'", "sizeof(\"hello\")", "sizeof('a')", "sizeof L\"wide\"",
            "sizeof(int[3])", "(int)sizeof(char *)", "sizeof(long)", "(char)200"])

    def integer(self, depth):
        r = self.r
        if depth == 0 or r.randrange(8) == 0:
            return self.leaf()
        a = lambda: self.integer(depth - 1)
        kind = r.randrange(13)
        if kind < 4:
            return "(%s %s %s)" % (a(), r.choice(["+", "-", "*", "/", "%", "&", "|", "^"]), a())
        if kind == 4:
            return "(%s %s %s)" % (a(), r.choice(["<", "<=", ">", ">=", "==", "!=", "&&", "||"]), a())
        if kind == 5:
            return "(%s %s %d)" % (a(), r.choice(["<<", ">>"]), r.randrange(r.choice([8, 31, 63])))
        if kind == 6:
            return "(%s%s)" % (r.choice(["-", "~", "!", "+"]), a())
        if kind == 7:
            return "(%s ? %s : %s)" % (a(), a(), a())
        if kind in (8, 9):
            return "(%s)%s" % (r.choice(INTEGERS + ["_Bool", "enum %s_e" % self.unit.name]), a())
        if kind == 10:
            # In range of every type: another conversion would be undefined.
            return "(%s)%s" % (r.choice(INTEGERS + ["_Bool"]), r.choice(["1.5", "0.1f", "99.99L", "0x1.8p3", "(float)0.7", "(1e2 - 1e1L)", "(7.f / 2)"]))
        if kind == 11:
            return "sizeof(%s)" % a()
        return "_Generic(%s, int: %s, unsigned: %s, long: 3, default: %s)" % (a(), self.leaf(), self.leaf(), self.leaf())

    def float_leaf(self):
        r = self.r
        return r.choice(["1.5", "0.1", "0.1f", "0.1L", "3e10f", "1e-3", "0x1.8p3", "0x.8p-4f", "1e308", "1e-320", "1e-45f", "3.4e38f", ".5L", "2.",
                         "1e4000L", "1e-4940L", "%d.%df" % (r.randrange(1000), r.randrange(1000)), "%d.%de%d" % (r.randrange(10), r.randrange(10**9), r.randint(-30, 30)),
                         "%d.%dL" % (r.randrange(1000), r.randrange(10**15))])

    def floating(self, depth):
        r = self.r
        if depth == 0 or r.randrange(6) == 0:
            return self.float_leaf()
        a = lambda: self.floating(depth - 1)
        kind = r.randrange(8)
        if kind < 4:
            return "(%s %s %s)" % (a(), r.choice(["+", "-", "*", "/"]), a())
        if kind == 4:
            return "(%s)%s" % (r.choice(["float", "double", "long double"]), a())
        if kind == 5:
            return "(-%s)" % a()
        if kind == 6:
            return "(%s ? %s : %s)" % (self.integer(1), a(), a())
        return "(%s + %s)" % (a(), self.integer(2))


def make_unit(seed, number, model):
    r = random.Random("%d:%d" % (seed, number))
    name = "u%d" % number
    return Expressions(r, name).make() if number % 4 == 3 else Records(r, name, model).make()


# ---- gcc's answers ---------------------------------------------------------------------------------------------

def question_file(units):
    """C text whose object file holds all answers: a table of numbers, and one object for each bit-field and float."""
    out, numbers = [], []
    for u in units:
        out += u.text
        for i, (tag, path) in enumerate(u.bits):
            out.append("__attribute__((section(\"pmbits\"))) %s %s_bits%d = { .%s = -1 };" % (tag, u.name, i, path))
            numbers.append("sizeof(%s)" % tag)
        for i, (kind, value) in enumerate(u.floats):
            out.append("__attribute__((section(\"pmbits\"))) %s %s_float%d = %s;" % (kind, u.name, i, value))
            numbers.append("sizeof(%s)" % kind)
        numbers += u.numbers
        # As the check will ask: a constant expression that an assertion may use.
        out += ["_Static_assert(((unsigned long long)(%s) == 0ull) + 1, \"\");" % n for n in u.numbers]
    out.append("__attribute__((section(\"pmnum\"))) unsigned long long pm_numbers[] = {\n%s\n};" % ",\n".join(numbers))
    return "\n".join(out) + "\n"


def compile_questions(units, model, work):
    """The object file's path, or None if gcc does not accept the units."""
    base = os.path.join(work, units[0].name + "-" + units[-1].name)
    with open(base + ".i", "w") as f:
        f.write(question_file(units))
    cc = common.COMPILERS[model] + model_flags(model) + WARNINGS + ["-O0", "-fno-toplevel-reorder", "-c", base + ".i", "-o", base + ".o"]
    return base + ".o" if common.run(cc, timeout=60).code == 0 else None


def model_flags(model):
    return model_flags.both + (model_flags.llp64 if model == "LLP64" else [])


model_flags.llp64, model_flags.both = [], []


def accepted(units, model, work):
    """The units that gcc accepts without a warning, and their object file."""
    obj = compile_questions(units, model, work)
    if obj:
        return units, obj
    good = [u for u in units if compile_questions([u], model, work)]
    return good, compile_questions(good, model, work) if good else None


def section(obj, name, model):
    out = obj + "." + name
    subprocess.run([common.tool(model, "objcopy"), "-O", "binary", "--set-section-flags", "%s=alloc,load,contents" % name, "--only-section", name, obj, out], check=True)
    with open(out, "rb") as f:
        return f.read()


def symbols(obj, model):
    table = subprocess.run([common.tool(model, "nm"), obj], check=True, capture_output=True, text=True).stdout
    return {m.group(2): int(m.group(1), 16) for m in re.finditer(r"^([0-9a-f]+) \w (\w+)$", table, re.M)}


def answers(units, obj, model):
    """For each unit: ([bytes of each bit-field object], [bytes of each float], [numbers])."""
    table = section(obj, "pmnum", model)
    order = ">" if model in common.BIG_ENDIAN else "<"
    values = list(struct.unpack("%s%dQ" % (order, len(table) // 8), table[:len(table) // 8 * 8]))
    have_bits = any(u.bits or u.floats for u in units)
    data, where = (section(obj, "pmbits", model), symbols(obj, model)) if have_bits else (b"", {})
    at, result = 0, []
    for u in units:
        objects = []
        for name in ["%s_bits%d" % (u.name, i) for i in range(len(u.bits))] + ["%s_float%d" % (u.name, i) for i in range(len(u.floats))]:
            start = where[name]
            objects.append(data[start:start + values[at]])
            at += 1
        numbers = values[at:at + len(u.numbers)]
        at += len(u.numbers)
        result.append((objects[:len(u.bits)], objects[len(u.bits):], numbers))
    return result


# ---- Proofmark's check -----------------------------------------------------------------------------------------

PRELUDE = """int printf(const char *, ...);
static int wrong;
static void same(const void *p, const unsigned char *expected, unsigned n, const char *what) {
  const unsigned char *bytes = p;
  for (unsigned i = 0; i < n; i++)
    if (bytes[i] != expected[i]) { printf("byte %u of %s is %02x, not %02x\\n", i, what, bytes[i], expected[i]); wrong = 1; return; }
}
"""


def check_file(units, facts, model):
    """C text that exits with 0 if all answers are right."""
    out, body = [PRELUDE], []
    for u, (bits, floats, numbers) in zip(units, facts):
        out += u.text
        for expression, value in zip(u.numbers, numbers):
            out.append("_Static_assert((unsigned long long)(%s) == %dull, \"%d\");" % (expression, value, value))
        for i, ((tag, path), data) in enumerate(zip(u.bits, bits)):
            name = "%s_bits%d" % (u.name, i)
            out.append("static %s %s = { .%s = -1 };" % (tag, name, path))
            out.append("static %s %s_store;" % (tag, name))
            body.append("  { static const unsigned char e[] = { %s };" % ", ".join(map(str, data or b"\0")))
            body.append("    same(&%s, e, %d, \"%s initialised\");" % (name, len(data), path))
            body.append("    %s_store.%s = -1; same(&%s_store, e, %d, \"%s stored\");" % (name, path, name, len(data), path))
            body.append("    if (%s.%s != %s_store.%s) { printf(\"%s reads back differently\\n\"); wrong = 1; }" % (name, path, name, path, path))
            body.append("    %s_store.%s = 0; for (unsigned i = 0; i < %d; i++) if (((unsigned char *)&%s_store)[i]) wrong = 1; }"
                        % (name, path, len(data), name))
        for i, ((kind, value), data) in enumerate(zip(u.floats, floats)):
            # The padding of long double holds nothing.
            size = min(len(data), 10) if kind == "long double" and model not in common.TARGETS else len(data)
            name = "%s_float%d" % (u.name, i)
            out.append("static %s %s = %s;" % (kind, name, value))
            body.append("  { static const unsigned char e[] = { %s }; same(&%s, e, %d, \"%s\"); }"
                        % (", ".join(map(str, data[:size])), name, size, name))
    return "\n".join(out) + "\nint main(void) {\n" + "\n".join(body) + "\n  return wrong;\n}\n"


def ask_proofmark(units, facts, args, work):
    """None if all is right, else what Proofmark says; and the program."""
    path = os.path.join(work, units[0].name + "-check.i")
    with open(path, "w") as f:
        f.write(check_file(units, facts, args.data_model))
    r = common.run([args.proofmark, "run", path] + common.PROOFMARK_FLAGS[args.data_model] + model_flags.both, timeout=args.timeout)
    if r.code == 0 and not r.timed_out:
        return None, path
    return "timeout" if r.timed_out else "exit %d: %s" % (r.code, common.first_line(r.err) or common.first_line(r.out)), path


def check_batch(numbers, args, work):
    """(passed, [(unit number, message, program)], not counted)"""
    units = [make_unit(args.seed, n, args.data_model) for n in numbers]
    good, obj = accepted(units, args.data_model, work)
    if not good or not obj:
        return 0, [], len(units)
    facts = answers(good, obj, args.data_model)
    message, _ = ask_proofmark(good, facts, args, work)
    if message is None:
        return len(good), [], len(units) - len(good)
    failures, left_out = [], len(units) - len(good)
    for unit, fact in zip(good, facts):
        message, path = ask_proofmark([unit], [fact], args, work)
        if message is None:
            continue
        if not gcc_accepts(path, args.data_model):
            left_out += 1
            continue
        with open(path) as f:
            failures.append((unit.name, message, f.read()))
    return len(units) - left_out - len(failures), failures, left_out


def gcc_accepts(path, model):
    """Some conversions are constants for gcc in an initialiser and not in an assertion."""
    return common.run(common.COMPILERS[model] + model_flags(model) + ["-w", "-fsyntax-only", path], timeout=60).code == 0


def main():
    p = common.parser(__doc__)
    p.add_argument("--count", type=int, default=1000, metavar="N", help="number of units (default: %(default)s)")
    p.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    p.add_argument("--first", type=int, default=0, help="number of the first unit (default: %(default)s)")
    p.add_argument("--data-model", choices=["LP64", "ILP32", "LLP64"], default="LP64")
    p.add_argument("--target", choices=sorted(common.TARGETS), help="a machine other than x86, in place of a data model")
    p.add_argument("--llp64-flags", default="", help="flags for MinGW's gcc, such as -mno-ms-bitfields")
    p.add_argument("--flags", default="", help="flags for gcc and proofmark, such as -fpack-struct=2")
    p.add_argument("--timeout", type=float, default=60, help="seconds for proofmark (default: %(default)s)")
    p.add_argument("--keep", metavar="DIR", help="write the programs of failing units here")
    args = p.parse_args()
    args.data_model = args.target or args.data_model
    model_flags.llp64, model_flags.both = args.llp64_flags.split(), args.flags.split()
    for program in [common.COMPILERS[args.data_model][0], args.proofmark]:
        common.need(program)
    passed = failed = skipped = 0
    everything = list(range(args.first, args.first + args.count))
    batches = [everything[i:i + BATCH] for i in range(0, len(everything), BATCH)]
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(args.jobs) as pool:
        for good, failures, left_out in pool.map(lambda b: check_batch(b, args, work), batches):
            passed, failed, skipped = passed + good, failed + len(failures), skipped + left_out
            for name, message, program in failures:
                print("fail %s: %s" % (name, message), flush=True)
                if args.keep:
                    os.makedirs(args.keep, exist_ok=True)
                    with open(os.path.join(args.keep, "%s-%s.i" % (args.data_model, name)), "w") as f:
                        f.write(program)
    print("%d passed, %d failed (%d rejected by gcc)" % (passed, failed, skipped))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Differential testing with csmith: random C programs without undefined behaviour must print the same checksum and
exit with the same code in gcc's build and in `proofmark run`. With --check it is the symbolic executor that is tested:
the checksum of gcc's build becomes an assertion, which `proofmark check` must prove, and its opposite refute. With
--inputs N some N global numbers are inputs besides: they get random values, which gcc's build assigns, the interpreter is
given, and the executor has to find, because it only knows `__CPROVER_assume(g == value)`. With --reference it is the reference
semantics that proves and refutes, by itself (`pm_fuzz --judge`, which this builds).

Program number i of a run is made from seed START+i with an option set that the seed chooses, so a failure is repeated
with --seed START+i --count 1. Programs whose gcc build does not end within the limit are skipped.

Needs: csmith, libcsmith-dev, gcc (for ILP32 its 32-bit libraries). Exit code: 0 all agree, 1 some differ, 2 usage.
"""
import os
import random
import re
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import common

# Each seed takes one of these, so that every feature has programs that centre on it.
OPTION_SETS = [
    [],
    ["--no-packed-struct"],
    ["--packed-struct", "--max-struct-fields", "6"],
    ["--float", "--no-bitfields"],
    ["--no-pointers", "--float"],
    ["--max-pointer-depth", "4", "--no-volatiles"],
    ["--unions", "--max-union-fields", "8", "--max-struct-fields", "14"],
    ["--max-array-dim", "4", "--max-array-len-per-dim", "5"],
    ["--no-argc", "--max-expr-complexity", "16"],
    ["--max-block-depth", "6", "--max-block-size", "3"],
    ["--builtins", "--disable-builtin-kinds", "x86", "--no-jumps"],
    ["--no-longlong", "--no-comma-operators"],
    ["--no-int8", "--no-uint8", "--inline-function"],
]


# proofmark's exit code for a violated property.
VIOLATION = 10
# Of the reference semantics: too hard.
UNKNOWN = 5


# A number among the globals: volatile, type, name.
GLOBAL = re.compile(r"^static (volatile )?(u?int(?:8|16|32|64)_t|float) (g_\d+) = [^;{}&]*;", re.M)
MAIN = re.compile(r"^int main \(.*\)\n\{", re.M)
NONDET = {"int8_t": "char", "uint8_t": "uchar", "int16_t": "short", "uint16_t": "ushort", "int32_t": "int", "uint32_t": "uint", "int64_t": "longlong", "uint64_t": "ulonglong", "float": "float"}
# What the executor is given in place of the assignments of gcc's build.
PRELUDE = """
void __CPROVER_assume(_Bool);
%s
#define PM_INPUT(g, type, c) (g = __VERIFIER_nondet_##type(), __CPROVER_assume(g == c))
""" % "\n".join("%s __VERIFIER_nondet_%s(void);" % t for t in [("char", "char"), ("unsigned char", "uchar"), ("short", "short"), ("unsigned short", "ushort"), ("int", "int"), ("unsigned", "uint"), ("long long", "longlong"), ("unsigned long long", "ulonglong"), ("float", "float")])


def options(seed):
    max_funcs = 2 + seed * 7 % 6
    return ["--max-funcs", str(max_funcs)] + OPTION_SETS[seed % len(OPTION_SETS)]


def generate(seed, path, extra=()):
    # csmith writes a file of its own into the working directory.
    r = common.run(["csmith", "--seed", str(seed), "--output", path] + options(seed) + list(extra), timeout=60, cwd=os.path.dirname(path))
    return r.code == 0 and os.path.exists(path)


def add_inputs(seed, count, source):
    """Makes some globals inputs, by a macro that gcc sees as an assignment; their values in order."""
    text = open(source).read()
    rng = random.Random(seed)
    numbers = [(kind, name) for _, kind, name in GLOBAL.findall(text)]
    chosen = rng.sample(numbers, min(count, len(numbers)))
    if not chosen or not MAIN.search(text):
        return None
    lines, values = [], []
    for kind, name in chosen:
        value = random_value(rng, kind)
        values.append(value)
        lines.append("    PM_INPUT(%s, %s, %s);" % (name, NONDET[kind], c_constant(kind, value)))
    text = MAIN.sub(lambda m: m.group(0) + "\n" + "\n".join(lines), text, 1)
    with open(source, "w") as f:
        f.write("#ifndef PM_INPUT\n#define PM_INPUT(g, type, c) (g = c)\n#endif\n" + text)
    return values


def random_value(rng, kind):
    if kind == "float":
        # No zero: -0.0 is equal to it.
        return rng.choice([2.0, 1.0, -0.5, 1e10, 3.25, -7.0])
    bits = int(re.sub(r"\D", "", kind))
    low = 0 if kind[0] == "u" else -(1 << bits - 1)
    high = low + (1 << bits) - 1
    return rng.choice([0, 1, low, high, rng.randint(low, high), rng.randint(max(low, -9), min(high, 9))])


def c_constant(kind, value):
    if kind == "float":
        return "%rf" % value
    if value == -(1 << 63):
        return "(-0x7fffffffffffffffLL - 1)"
    return "%d%s" % (value, "ULL" if value >= 1 << 63 else "LL")


def check(seed, args, work):
    """('pass' | 'fail' | 'skip', seed, reason)"""
    source = os.path.join(work, "csmith-%d.c" % seed)
    binary = os.path.join(work, "csmith-%d.bin" % seed)
    # Arguments of main are inputs to the symbolic executor.
    extra = ["--no-argc"] if args.check else []
    if args.inputs:
        extra += ["--max-funcs", "2", "--max-block-depth", "2", "--max-block-size", "3", "--max-array-dim", "2", "--max-array-len-per-dim", "4"]
    if not generate(seed, source, extra):
        return "skip", seed, "csmith made no program"
    values = add_inputs(seed, args.inputs, source) if args.inputs else []
    if values is None:
        return "skip", seed, "no global that can be an input"
    cc = common.COMPILERS[args.data_model] + ["-O0", "-w", "-I", args.include, source, "-o", binary, "-lm"]
    built = common.run(cc, timeout=120)
    if built.code != 0:
        return "skip", seed, "gcc: " + common.first_line(built.err)
    native = common.run([binary], timeout=10)
    os.unlink(binary)
    if native.timed_out:
        os.unlink(source)
        return "skip", seed, "the program takes more than 10 s"
    if args.inputs and not interpreter_agrees(source, native, values, args):
        if sanitizer_complains(source, args, binary):
            return "skip", seed, "undefined behaviour with these inputs"
        return "fail", seed, "the interpreter differs from gcc with these inputs"
    if args.check:
        return check_symbolically(seed, source, native, args)
    ours = common.run([args.proofmark, "run", source, "-I", args.include] + common.PROOFMARK_FLAGS[args.data_model], timeout=args.timeout)
    if ours.timed_out and native.seconds > 0.5:
        os.unlink(source)
        return "skip", seed, "too long for the interpreter (native %.1f s)" % native.seconds
    reason = difference(native, ours)
    if reason is None:
        os.unlink(source)
        return "pass", seed, ""
    if ours.code == VIOLATION and sanitizer_complains(source, args, binary):
        os.unlink(source)
        return "skip", seed, "undefined behaviour, which gcc's sanitizer reports too"
    if args.keep:
        shutil.copy(source, args.keep)
    return "fail", seed, reason


def interpreter_agrees(source, native, values, args):
    prelude = source + ".h"
    with open(prelude, "w") as f:
        f.write(PRELUDE)
    with open(source + ".inputs", "w") as f:
        f.write("".join("%s\n" % v for v in values))
    cmd = [args.proofmark, "run", source, "-I", args.include, "--include", prelude, "--inputs", source + ".inputs"]
    ours = common.run(cmd + common.PROOFMARK_FLAGS[args.data_model], timeout=args.timeout)
    return difference(native, ours) is None


def check_symbolically(seed, source, native, args):
    end = "platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);"
    text = open(source).read()
    printed = native.out.strip().rsplit(" ", 1)[-1]
    if end not in text or not native.out.startswith("checksum"):
        return "skip", seed, "no checksum"
    for relation, code in (("==", 0), ("!=", VIOLATION)):
        asserted = "__CPROVER_assert((unsigned)(crc32_context ^ 0xFFFFFFFFUL) %s 0x%sU, \"checksum\");" % (relation, printed)
        with open(source, "w") as f:
            f.write(text.replace(end, asserted))
        ours = by_reference(source, args) if args.reference else by_executor(source, args)
        if ours.timed_out or "timeout" in ours.out:
            return "skip", seed, "too long for the executor (native %.1f s)" % native.seconds
        if args.reference and ours.code == UNKNOWN:
            return "skip", seed, ours.out.strip()
        if ours.code != code:
            if args.reference and sanitizer_complains(source, args, source + ".bin"):
                return "skip", seed, "undefined behaviour, which gcc's sanitizer reports too"
            if args.keep:
                shutil.copy(source, args.keep)
            return "fail", seed, "checksum %s %s: exit code %d instead of %d; %s" % (relation, printed, ours.code, code, common.first_line(ours.err or ours.out))
    os.unlink(source)
    return "pass", seed, ""


def by_executor(source, args):
    cmd = [args.proofmark, "check", source, "--engine", "bmc", "-I", args.include, "--no-standard-checks", "--timeout", "%ds" % args.timeout]
    if args.inputs:
        cmd += ["--include", source + ".h"]
    return common.run(cmd + common.PROOFMARK_FLAGS[args.data_model], timeout=args.timeout + 10)


def by_reference(source, args):
    includes = ["-I", args.include] + (["-include", source + ".h"] if args.inputs else [])
    return common.by_reference(args.reference, [source], includes, args)


def sanitizer_complains(source, args, binary):
    """csmith's floating-point programs are not free of conversions out of range."""
    flags = ["-O0", "-w", "-fsanitize=undefined,float-cast-overflow", "-fno-sanitize-recover=all", "-D__CPROVER_assert(x, y)=", "-I", args.include]
    built = common.run(common.COMPILERS[args.data_model] + flags + [source, "-o", binary, "-lm"], timeout=120)
    return built.code == 0 and "runtime error" in common.run([binary], timeout=60).err


def difference(native, ours):
    if ours.timed_out:
        return "timeout (native %.2f s)" % native.seconds
    if ours.out != native.out:
        return "output %r, gcc %r; %s" % (ours.out[-60:].strip(), native.out[-60:].strip(), common.first_line(ours.err))
    if ours.code != native.code:
        return "exit code %d, gcc %d; %s" % (ours.code, native.code, common.first_line(ours.err))
    return None


def main():
    p = common.parser(__doc__)
    p.add_argument("--seed", type=int, default=1, metavar="START", help="first seed (default: %(default)s)")
    p.add_argument("--count", type=int, default=25, metavar="N", help="number of programs (default: %(default)s)")
    p.add_argument("--data-model", choices=["LP64", "ILP32"], default="LP64")
    p.add_argument("--include", default="/usr/include/csmith", help="csmith's headers (default: %(default)s)")
    p.add_argument("--timeout", type=float, default=60, help="seconds for proofmark (default: %(default)s)")
    p.add_argument("--check", action="store_true", help="test the symbolic executor instead of the interpreter")
    p.add_argument("--reference", action="store_true", help="test the reference semantics (with --check)")
    p.add_argument("--inputs", type=int, default=0, metavar="N", help="N globals are inputs with fixed values (with --check)")
    p.add_argument("--keep", metavar="DIR", help="copy failing programs here")
    args = p.parse_args()
    if (args.inputs or args.reference) and not args.check:
        p.error("--inputs and --reference are for --check")
    for program in ["csmith", "gcc", args.proofmark]:
        common.need(program)
    if args.reference:
        args.reference = common.build("pm_fuzz", "ci")
    if args.keep:
        os.makedirs(args.keep, exist_ok=True)
    counts = {"pass": 0, "fail": 0, "skip": 0}
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(args.jobs) as pool:
        seeds = range(args.seed, args.seed + args.count)
        for kind, seed, reason in pool.map(lambda s: check(s, args, work), seeds):
            counts[kind] += 1
            if kind != "pass":
                print("%s seed %d (%s): %s" % (kind, seed, " ".join(options(seed)), reason), flush=True)
    print("%(pass)d passed, %(fail)d failed, %(skip)d skipped" % counts)
    return 1 if counts["fail"] else 0


if __name__ == "__main__":
    sys.exit(main())

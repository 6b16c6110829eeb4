#!/usr/bin/env python3
"""How `proofmark check` grows with the size of a program: processor time and peak memory of generated programs.

Each case is generated in its full size and in a quarter of it; "growth" is the time of the one over that of the other: 4
is linear, 16 quadratic. Exit code: 0 every case got its verdict within the limits, 1 not so, 2 usage.
"""
import os
import random
import resource
import subprocess
import sys
import tempfile

import common

DECLARATIONS = "unsigned char __VERIFIER_nondet_uchar(void);\nunsigned __VERIFIER_nondet_uint(void);\n"
HOLDS, VIOLATED = 0, 10


def properties(n):
    """n assertions in functions of ten, one of a hundred violated."""
    out = [DECLARATIONS]
    calls = []
    for f in range(0, n, 10):
        out.append("void check%d(void)\n{\n" % f)
        for i in range(f, min(f + 10, n)):
            bound = 254 if i % 100 == 50 else 255
            out.append("  unsigned x%d = __VERIFIER_nondet_uchar();\n" % i)
            out.append('  __CPROVER_assert((x%d ^ %du) <= %du, "p%d");\n' % (i, i % 256, bound, i))
        out.append("}\n")
        calls.append("  check%d();\n" % f)
    return "".join(out) + "int main(void)\n{\n" + "".join(calls) + "  return 0;\n}\n"


def statements(n, rng, indent):
    """About n lines over the variables v0 .. v9, a branch in every ten."""
    out = []
    while len(out) < n:
        d, a, b = (rng.randrange(10) for _ in range(3))
        k = rng.randrange(1, 1000)
        kind = rng.randrange(10)
        if kind == 0:
            out.append("%sif (v%d & %du)" % (indent, a, k))
            out.append("%s  v%d = v%d + %du;" % (indent, d, b, k))
            out.append("%selse" % indent)
            out.append("%s  v%d = v%d ^ v%d;" % (indent, d, a, b))
        elif kind < 4:
            out.append("%sv%d = (v%d & %du) + v%d;" % (indent, d, a, k, b))
        elif kind < 7:
            out.append("%sv%d = v%d ^ (v%d << %d);" % (indent, d, a, b, k % 7 + 1))
        else:
            out.append("%sv%d = v%d - v%d + %du;" % (indent, d, a, b, k))
    return out


def body(n, rng):
    lines = ["  unsigned v%d = __VERIFIER_nondet_uchar();" % i for i in range(10)]
    lines += statements(n, rng, "  ")
    return lines + ['  __CPROVER_assert((v%d & 3u) < 4u && v0 / 2u <= 0x7fffffffu, "range");' % rng.randrange(10)]


def one_function(n):
    """n lines in one function."""
    return DECLARATIONS + "int main(void)\n{\n" + "\n".join(body(n, random.Random(1))) + "\n  return 0;\n}\n"


def functions(n):
    """n lines in functions of a hundred."""
    rng = random.Random(2)
    out, calls = [DECLARATIONS], []
    for f in range(n // 100):
        out.append("void f%d(void)\n{\n%s\n}\n" % (f, "\n".join(body(85, rng))))
        calls.append("  f%d();\n" % f)
    return "".join(out) + "int main(void)\n{\n" + "".join(calls) + "  return 0;\n}\n"


def branches(n):
    """n lines in functions that branch on inputs, with some properties in each line; what one computes, the next one takes."""
    rng = random.Random(3)
    out, calls = ["int nondet_int(void);\nstatic int g[16];\n"], []
    for f in range(n // 62):
        out.append("static int f%d(int x)\n{\n  int a[8] = {0};\n  int s = x & 255;\n" % f)
        for _ in range(11):
            k, divisor = rng.randrange(1, 100), rng.randrange(1, 9)
            out.append("  if (nondet_int() > %d) {\n    a[%d] = s + %d;\n" % (k, rng.randrange(8), k))
            out.append("    s = (s + a[%d] * 3) %% 1000;\n  } else\n" % rng.randrange(8))
            out.append("    g[s & 15] = a[(s + %d) & 7] - s / %d;\n" % (k, divisor))
        out.append("  return s;\n}\n")
        calls.append("  s = f%d(s);\n" % f)
    return "".join(out) + "int main(void)\n{\n  int s = nondet_int();\n" + "".join(calls) + "  return 0;\n}\n"


def array_read(n):
    """One symbolic write to an array of n elements, and two reads."""
    return DECLARATIONS + """int a[%d];
int main(void)
{
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= %du || j >= %du)
    return 0;
  a[i] = 7;
  __CPROVER_assert(a[j] == (i == j ? 7 : 0), "read over write");
  a[j] = a[i] + 1;
  __CPROVER_assert(a[i] <= 8 && a[j] == 8, "second write");
  return 0;
}
""" % (n, n, n)


def array_loop(n):
    """An array of a million elements that is filled by constants in a loop of n, then written at n / 1000 symbolic places."""
    return DECLARATIONS + """#define N 1000000
int a[N];
int main(void)
{
  for (unsigned i = 0; i < %du; i++)
    a[i] = (int)(i & 15);
  for (unsigned i = 0; i < %du; i++) {
    unsigned k = __VERIFIER_nondet_uint();
    if (k >= N)
      return 0;
    a[k] = (int)(i & 15);
  }
  unsigned j = __VERIFIER_nondet_uint();
  if (j < N)
    __CPROVER_assert(a[j] <= 15, "small");
  return 0;
}
""" % (n, n // 1000)


def array_mix(n):
    """n iterations that read one symbolic element of a large array and write another."""
    return DECLARATIONS + """#define N 1000000
unsigned a[N];
int main(void)
{
  for (unsigned i = 0; i < %du; i++) {
    unsigned k = __VERIFIER_nondet_uint(), l = __VERIFIER_nondet_uint();
    if (k >= N || l >= N)
      return 0;
    a[k] = (a[l] & 15) ^ (i & 7);
  }
  unsigned j = __VERIFIER_nondet_uint();
  if (j < N)
    __CPROVER_assert(a[j] <= 15, "small");
  return 0;
}
""" % n


def loop(n):
    """n iterations of a small state machine with an input in each."""
    return DECLARATIONS + """int main(void)
{
  unsigned state = 0, odd = 0;
  for (unsigned i = 0; i < %du; i++) {
    unsigned char in = __VERIFIER_nondet_uchar();
    if (in & 1)
      state = (state + in) & 3;
    else
      odd ^= in;
    __CPROVER_assert(state <= 3 && odd <= 255, "range");
  }
  return 0;
}
""" % n


def open_loop(n):
    """A loop that inputs end, and that a bound of n cuts."""
    return DECLARATIONS + """int main(void)
{
  unsigned state = 0;
  while (__VERIFIER_nondet_uchar()) {
    state = (state + __VERIFIER_nondet_uchar()) & 7;
    __CPROVER_assert(state <= 7, "range");
  }
  return 0;
}
"""


# Name, generator, full size, flags for a size, exit code.
CASES = [
    ("properties", properties, 1_000, lambda n: [], VIOLATED),
    ("one function", one_function, 100_000, lambda n: [], HOLDS),
    ("functions", functions, 100_000, lambda n: [], HOLDS),
    ("branches", branches, 100_000, lambda n: [], HOLDS),
    ("array read", array_read, 1_000_000, lambda n: [], HOLDS),
    ("array loop", array_loop, 100_000, lambda n: [], HOLDS),
    ("array mix", array_mix, 200, lambda n: [], HOLDS),
    ("loop", loop, 10_000, lambda n: [], HOLDS),
    ("open loop", open_loop, 10_000, lambda n: ["--unwind", str(n)], 5),
]


def measure(source, flags, args):
    """Exit code, processor seconds and peak MiB of a check."""
    limits = lambda: resource.setrlimit(resource.RLIMIT_AS, (args.memory << 20, args.memory << 20))
    command = [args.proofmark, "check", source, "--timeout", "%ds" % args.timeout, "--engine", args.engine] + flags
    p = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limits)
    _, status, usage = os.wait4(p.pid, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    p = common.parser(__doc__, jobs=False)
    p.add_argument("--engine", default="bmc", help="of `proofmark check` (default: %(default)s)")
    p.add_argument("--only", default="", help="substring of the cases' names")
    p.add_argument("--timeout", type=int, default=120, help="seconds a check (default: %(default)s)")
    p.add_argument("--memory", type=int, default=4096, help="MiB a check (default: %(default)s)")
    p.add_argument("--scale", type=float, default=1, help="factor of all sizes (default: %(default)s)")
    args = p.parse_args()
    common.need(args.proofmark)
    bad = 0
    print("%-14s %9s %8s %8s %8s %8s  %s" % ("case", "size", "seconds", "MiB", "growth", "of MiB", "exit code"))
    with tempfile.TemporaryDirectory() as work:
        for name, generate, full, flags, expected in CASES:
            if args.only not in name:
                continue
            before = None
            for size in (int(full * args.scale) // 4, int(full * args.scale)):
                source = os.path.join(work, "scale.c")
                with open(source, "w") as f:
                    f.write(generate(size))
                code, seconds, memory = measure(source, flags(size), args)
                growth = "%8.1f %8.1f" % (seconds / max(before[0], 0.01), memory / before[1]) if before else "%8s %8s" % ("", "")
                before = (seconds, memory)
                bad += code != expected
                wrong = "" if code == expected else "  expected %d" % expected
                print("%-14s %9d %8.2f %8.0f %s  %d%s" % (name, size, seconds, memory, growth, code, wrong), flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

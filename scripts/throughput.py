#!/usr/bin/env python3
"""Speed of parsing, analysis and lowering (`proofmark show --lower-only`) against `gcc -fsyntax-only` on the same files.

The two are run by turns; processor time counts (user and system), the best of --runs. Files should be preprocessed (.i); other files are preprocessed
first, so that only the front ends are measured. With --growth a generated program of 1, 4 and 16 times the same size
shows whether the time grows linearly. Exit code: 0 measured, 1 a file was not accepted, 2 usage.
"""
import os
import random
import subprocess
import sys
import tempfile

import common


def preprocess(path, model, work):
    if path.endswith(".i"):
        return path
    out = os.path.join(work, os.path.basename(path) + ".i")
    r = common.run(common.COMPILERS[model] + ["-E", path, "-o", out], timeout=120)
    return out if r.code == 0 else None


def commands(path, args):
    return {
        "proofmark": [args.proofmark, "show", "ir", "--lower-only", path] + common.PROOFMARK_FLAGS[args.data_model],
        "gcc": common.COMPILERS[args.data_model] + ["-fsyntax-only", "-w", path],
    }


def measure(path, args):
    """Best seconds of each tool, or what went wrong."""
    best = {}
    for _ in range(args.runs):
        for tool, command in commands(path, args).items():
            code, seconds, err = timed(command)
            if code != 0:
                return "%s: exit code %s: %s" % (tool, code, common.first_line(err))
            best[tool] = min(best.get(tool, seconds), seconds)
    return best


def timed(command):
    """Exit code, processor time and standard error; a busy machine disturbs this less than wall-clock time."""
    with tempfile.TemporaryFile() as err:
        p = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=err)
        _, status, usage = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
        err.seek(0)
        return p.returncode, usage.ru_utime + usage.ru_stime, err.read().decode(errors="replace")


def report(name, path, args):
    """One line of the table; the two times, or None."""
    best = measure(path, args)
    if isinstance(best, str):
        print("%-48s %s" % (name, best))
        return None
    size = os.path.getsize(path)
    print("%-48s %8.2f %9.1f %9.1f %9.2f %9.2f %7.2f" % (
        name[-48:], size / 1e6, best["proofmark"] * 1e3, best["gcc"] * 1e3, size / 1e6 / best["proofmark"],
        size / 1e6 / best["gcc"], best["gcc"] / best["proofmark"]), flush=True)
    return best["proofmark"], best["gcc"]


def synthetic(functions, seed=1):
    """A valid program of that many functions: structs, arrays, loops, switches, pointers, floats, calls."""
    r = random.Random(seed)
    parts = ["typedef unsigned int u32;\nextern int input(void);\n"]
    for i in range(functions):
        if i % 20 == 0:
            parts.append("struct rec%d { int a; u32 b:%d, c:%d; double d; struct rec%d *next; char name[%d]; };\n"
                         "static struct rec%d pool%d[%d];\nenum mode%d { IDLE%d, RUN%d = %d, STOP%d };\n"
                         % (i, r.randint(1, 16), r.randint(1, 16), i, r.randint(4, 64), i, i, r.randint(2, 16), i, i, i, r.randint(3, 90), i))
        group = i - i % 20
        parts.append("""
static int work%(i)d(int x, struct rec%(g)d *p0) {
    struct rec%(g)d *p = p0 ? p0 : &pool%(g)d[0];
    int table[%(n)d] = { 1, 2, [%(k)d] = %(v)d };
    u32 sum = 0;
    for (int i = 0; i < %(n)d; i++) {
        if ((table[i] ^ x) & %(mask)d && p->b < 7u)
            sum += (u32)table[i] * %(v)du + (p->c >> 1);
        else
            p->d = p->d * 0.5 + (double)i / %(n)d.0;
    }
    switch (x %% 4) {
    case IDLE%(g)d: p->a++; break;
    case 1: p->name[x & 3] = 'a' + %(k)d; /* fall through */
    case 2: sum -= sizeof(struct rec%(g)d); break;
    default: do { x -= %(k)d + 1; } while (x > 100);
    }
    if (x > %(v)d && p->next != 0 && p->next->a != RUN%(g)d) return (int)(sum ^ (u32)p->next->a);
    return x < 1 ? (int)sum : %(call)s + (p->a ? p->a : -1);
}
""" % dict(i=i, g=group, n=r.randint(4, 40), k=r.randint(0, 3), v=r.randint(5, 999), mask=r.randint(1, 255),
           call="work%d(x - 1, p)" % r.randrange(group, i) if i > group else "x"))
    parts.append("int main(void) {\n    int r = 0;\n")
    parts += ["    r += work%d(input(), 0);\n" % i for i in range(functions)]
    parts.append("    return r & 1;\n}\n")
    return "".join(parts)


def growth(args, work):
    times = []
    for factor in (1, 4, 16):
        path = os.path.join(work, "growth-%d.i" % factor)
        with open(path, "w") as f:
            f.write(synthetic(args.functions * factor))
        times.append(report("generated, %d functions" % (args.functions * factor), path, args))
    if None in times:
        return False
    for before, after in zip(times, times[1:]):
        print("growth by 4: proofmark %.2f, gcc %.2f" % (after[0] / before[0], after[1] / before[1]))
    return True


def main():
    p = common.parser(__doc__, jobs=False)
    p.add_argument("files", nargs="*")
    p.add_argument("--runs", type=int, default=5, help="runs of each tool; the best counts (default: %(default)s)")
    p.add_argument("--data-model", choices=["LP64", "ILP32"], default="ILP32")
    p.add_argument("--growth", action="store_true", help="measure generated programs of 1, 4, 16 times one size")
    p.add_argument("--functions", type=int, default=1000, help="functions of the smallest of these (default: %(default)s)")
    args = p.parse_args()
    if not args.files and not args.growth:
        p.error("give files or --growth")
    for program in ["gcc", args.proofmark]:
        common.need(program)
    print("%-48s %8s %9s %9s %9s %9s %7s" % ("file", "MB", "ours ms", "gcc ms", "ours MB/s", "gcc MB/s", "gcc/us"))
    ok = True
    with tempfile.TemporaryDirectory() as work:
        for path in args.files:
            ready = preprocess(path, args.data_model, work)
            ok &= ready is not None and report(path, ready, args) is not None
        if args.growth:
            ok &= growth(args, work)
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Whether `proofmark check` keeps its limits: hard programs are stopped at random moments by --timeout, SIGINT, SIGTERM and --memlimit.

A run must end within a second of the moment (two above 1 GB of memory), with an exit code of a verdict and a whole report, as text or as JSON.
Without FILE the programs are generated here, each hard for another part of the checker. A folder is one program of all C files in it. Of runs that
are late gdb tells where they were, if it is there. Exit code: 0 all limits were kept, 1 not so, 2 usage.
"""
import glob
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import common

VERDICTS = (0, 5, 10)
GIGABYTE = 1 << 30
NONDET = """int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned char __VERIFIER_nondet_uchar(void);
"""


def product():
    """One question that no solver answers."""
    return """int main(void)
{
  unsigned long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  __CPROVER_assert(a < 2 || b < 2 || a * b != 1000000016000000063ul, "factors");
}
"""


def pointers():
    """Integers become pointers at many objects."""
    objects = "".join("  table[%d] = malloc(%d);\n  ((unsigned long *)table[%d])[0] = (unsigned long)&table[%d];\n" % (i, 16 + 8 * (i % 5), i, (i * 7) % 40)
                      for i in range(40))
    return "void *malloc(unsigned long);\nchar *table[40];\nint main(void)\n{\n" + objects + """  unsigned long at = (unsigned long)table[__VERIFIER_nondet_uint() % 40];
  for (int i = 0; i < 60; i++) {
    unsigned long *p = (unsigned long *)at;
    if (__VERIFIER_nondet_int())
      p[1] = p[0] + 8 * __VERIFIER_nondet_uchar();
    at = *(unsigned long *)p[__VERIFIER_nondet_uchar() & 1];
  }
}
"""


def array():
    """A large array that is sorted."""
    return """int a[300];
int main(void)
{
  for (int i = 0; i < 300; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 300; i++)
    for (int j = 0; j + 1 < 300 - i; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  for (int i = 0; i + 1 < 300; i++)
    __CPROVER_assert(a[i] <= a[i + 1], "sorted");
}
"""


def states():
    """Many invariants, none of which suffices."""
    variables = ["v%d" % i for i in range(60)]
    steps = "".join("    if (x == %d) %s = (%s + %s * %d + 1) %% 251;\n" % (i, v, v, variables[(i * 11 + 5) % 60], i % 7 + 2) for i, v in enumerate(variables))
    return "unsigned %s;\nint main(void)\n{\n  while (1) {\n    unsigned x = __VERIFIER_nondet_uchar();\n%s    __CPROVER_assert(v0 != 250 || v1 != 249 || v2 != 13 || v3 != 77, \"state\");\n  }\n}\n" % (
        ", ".join(variables), steps)


def recursion():
    """Calls that double at each level."""
    return """unsigned f(unsigned n, unsigned x)
{
  if (n == 0)
    return x;
  return x & 1 ? f(n - 1, x / 2) + f(n - 1, x * 3) : f(n - 1, x + n) ^ f(n - 1, x - n);
}
int main(void)
{
  __CPROVER_assert(f(__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar()) != 123456789, "value");
}
"""


def text():
    """So much of it that reading takes its time."""
    functions = "".join("int f%d(int x)\n{\n  int y = x ^ %d;\n%s  return y;\n}\n" % (i, i, "  y = y * 3 + x;\n" * 30) for i in range(500))
    calls = "".join("  x = f%d(x);\n" % i for i in range(500))
    return functions + "int main(void)\n{\n  int x = __VERIFIER_nondet_int();\n" + calls + "}\n"


PROGRAMS = [product, pointers, array, states, recursion, text]
WAYS = ["timeout", "INT", "TERM", "memory"]


class Run:
    """One run that is stopped in one way."""

    def __init__(self, args, files, way, rng):
        self.args, self.way = args, way
        self.moment = rng.uniform(0.05, args.longest)
        self.is_json = rng.random() < 0.5
        self.limit = None
        options = ["--json-ui"] if self.is_json else []
        if way == "timeout":
            self.moment = float(max(1, round(self.moment)))
            options += ["--timeout", str(int(self.moment))]
        elif way == "memory":
            self.limit = int(rng.uniform(40, 800)) << 20
            self.moment = float(int(args.longest) + 1)
            options += ["--memlimit", "%dm" % (self.limit >> 20), "--timeout", str(int(self.moment))]
        self.command = [args.proofmark, "check"] + options + args.option + files
        self.most, self.stacks = 0, ""

    def go(self):
        """What is wrong with it, or nothing."""
        begin = time.time()
        p = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        watch = threading.Thread(target=self.watch, args=(p, begin))
        watch.start()
        out, err = p.communicate()
        took = time.time() - begin
        watch.join()
        self.late = took - self.moment
        problems = []
        if self.late > self.allowed():
            problems.append("%.1f s late" % self.late)
        if p.returncode not in VERDICTS:
            problems.append("exit code %s: %s" % (p.returncode, common.first_line(err.decode(errors="replace"))))
        else:
            problems += self.incomplete(out.decode(errors="replace"))
        return problems

    def allowed(self):
        return self.args.slack * (2 if self.most > GIGABYTE else 1)

    def watch(self, p, begin):
        """Sends the signal, and looks where a process is that is late."""
        is_sent = False
        while p.poll() is None:
            time.sleep(0.01)
            now = time.time() - begin
            used = memory(p.pid)
            self.most = max(self.most, used)
            if self.limit and used > self.limit:
                self.moment, self.limit = min(now, self.moment), None
            if self.way in ("INT", "TERM") and now >= self.moment and not is_sent:
                is_sent = True
                os.kill(p.pid, getattr(signal, "SIG" + self.way))
            if now - self.moment > self.allowed() and not self.stacks:
                self.stacks = stacks(p.pid) or "?"
            if now - self.moment > 60:
                p.kill()

    def incomplete(self, out):
        if not self.is_json:
            return [] if "\nVERIFICATION " in "\n" + out else ["no verdict in the report"]
        try:
            messages = json.loads(out)
        except ValueError as e:
            return ["no JSON: %s" % e]
        return [] if any("cProverStatus" in m for m in messages) else ["no status in the JSON"]


def memory(pid):
    try:
        with open("/proc/%d/statm" % pid) as f:
            return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        return 0


def stacks(pid):
    """Innermost functions of each thread."""
    if shutil.which("gdb") is None:
        return ""
    done = common.run(["gdb", "-p", str(pid), "-batch", "-ex", "thread apply all bt 14"], timeout=60)
    return "\n".join(line[:200] for line in done.out.splitlines() if line.startswith(("#", "Thread")))


def programs(args, folder):
    if not args.file:
        for make in PROGRAMS:
            path = os.path.join(folder, make.__name__ + ".c")
            with open(path, "w") as f:
                f.write(NONDET + make())
            yield make.__name__, [path]
    for path in args.file:
        name = os.path.basename(path.rstrip("/"))
        yield name, sorted(glob.glob(path + "/*.[ci]")) if os.path.isdir(path) else [path]


def main():
    p = common.parser(__doc__, jobs=False)
    p.add_argument("file", nargs="*", help="a program, or a folder with one")
    p.add_argument("--runs", type=int, default=8, help="runs of each program (default: %(default)s)")
    p.add_argument("--longest", type=float, default=8, help="the latest moment, in seconds (default: %(default)s)")
    p.add_argument("--slack", type=float, default=1, help="seconds that a run may be late (default: %(default)s)")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--option", action="append", default=[], help="an option of each run, e.g. --option=--engine=bmc")
    args = p.parse_args()
    common.need(args.proofmark)
    rng = random.Random(args.seed)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, files in programs(args, folder):
            for i in range(args.runs):
                run = Run(args, files, WAYS[i % len(WAYS)], rng)
                problems = run.go()
                wrong += bool(problems)
                print("%-20s %-8s at %5.2f s, %+5.2f s, %4d MB  %s" % (name[:20], run.way, run.moment, run.late, run.most >> 20, "; ".join(problems) or "ok"), flush=True)
                if problems and run.stacks:
                    print(run.stacks)
    print("%d of the runs did not keep to their limits" % wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

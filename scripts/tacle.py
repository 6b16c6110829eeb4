#!/usr/bin/env python3
"""Runs the embedded programs of a TACLeBench tree in the interpreter and compares with gcc.

Every folder under ROOT/{app,kernel,sequential,test} is one program: all its .c files together. It is built by gcc -O0
and run, built again with gcc's address and undefined-behaviour sanitizers and run, and executed by `proofmark run`.
A violation that Proofmark reports counts as real if a sanitizer complains of the same line; a program that Proofmark
runs to its end although a sanitizer complains is listed with that complaint. Exit code: 0 if every program has gcc's
exit code or a real violation, 1 otherwise, 2 usage.

With --reference it is the reference semantics that is tested, by itself (`pm_fuzz --judge`, which this builds): that the program ends with gcc's
exit code it must confirm, the opposite refute. Programs that a sanitizer complains of, or that are too hard for it, are skipped.
"""
import glob
import os
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import common

# All complaints of a run are wanted, not only the first.
SANITIZE = ["-g", "-fsanitize=undefined,address,float-cast-overflow", "-fsanitize-recover=all"]
SANITIZER_OPTIONS = {"ASAN_OPTIONS": "halt_on_error=0:detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=0"}
VIOLATION = 10
UNKNOWN = 5


def programs(root, only):
    for group in ["app", "kernel", "sequential", "test"]:
        for folder in sorted(glob.glob(os.path.join(root, group, "*"))):
            files = sorted(glob.glob(os.path.join(folder, "*.c")))
            if files and only in folder:
                yield os.path.relpath(folder, root), files


def without_gcc_pragmas(cc, files, work):
    """Preprocessed copies: functions under `#pragma GCC optimize` would not be instrumented."""
    copies = []
    for i, path in enumerate(files):
        copies.append(os.path.join(work, "%d.i" % i))
        text = common.run(cc + ["-E", path], timeout=60).out
        with open(copies[-1], "w") as f:
            f.write(re.sub(r"^#pragma GCC.*$", "", text, flags=re.M))
    return copies


def native(cc, files, timeout):
    """The exit code (or why there is none), and what the program wrote to standard error."""
    with tempfile.TemporaryDirectory() as work:
        binary = os.path.join(work, "program")
        files = without_gcc_pragmas(cc, files, work)
        built = common.run(cc + ["-O0", "-w"] + files + ["-o", binary, "-lm"], timeout=300)
        if built.code != 0:
            return "build", built.err
        r = common.run(["env"] + ["%s=%s" % v for v in SANITIZER_OPTIONS.items()] + [binary], timeout=timeout, cwd=work)
    return ("timeout" if r.timed_out else r.code), r.err


def complaints(text):
    """file:line of each place a sanitizer names, in order, with the first complaint of it."""
    places = {}
    for line in text.splitlines():
        m = re.search(r"([^/\s]+\.[ch]:\d+)", line)
        if m and ("runtime error" in line or re.match(r"\s+#[01] ", line)):
            places.setdefault(m.group(1), line.strip())
    return places


def place_of(message):
    m = re.search(r"([^/\s]+\.[ch]:\d+):\d+: error", message)
    return m.group(1) if m else None


def check(program, args):
    name, files = program
    cc = common.COMPILERS[args.data_model]
    plain, _ = native(cc, files, args.timeout)
    sanitized, text = ("-", "") if args.no_sanitizer else native(cc + SANITIZE, files, args.timeout)
    ours = common.run([args.proofmark, "run"] + files + common.PROOFMARK_FLAGS[args.data_model], timeout=args.timeout)
    code = "timeout" if ours.timed_out else ours.code
    places = {} if sanitized in ("build", "-") else complaints(text)
    confirmed = code == VIOLATION and place_of(ours.err) in places
    ok = "same" if code == plain else "real violation" if confirmed else "DIFFERS"
    return name, plain, len(places), code, ours, ok, list(places.values())


HARNESS = """
int program_main();
int main(void) {
    __CPROVER_assert((program_main() & 0xff) %s %d, "exit code");
    return 0;
}
"""


def judge(program, args):
    """(name, gcc's exit code, what the reference semantics says)"""
    name, files = program
    cc = common.COMPILERS[args.data_model]
    code, _ = native(cc, files, args.timeout)
    sanitized, text = native(cc + SANITIZE, files, args.timeout)
    if not isinstance(code, int) or sanitized != code or complaints(text):
        return name, code, "skipped: gcc's sanitizers"
    for relation, wanted in (("==", 0), ("!=", VIOLATION)):
        with tempfile.TemporaryDirectory() as work:
            harness = os.path.join(work, "harness.c")
            with open(harness, "w") as f:
                f.write(HARNESS % (relation, code))
            # The harness has a main of its own.
            units = without_gcc_pragmas(cc + ["-Dmain=program_main"], files, work)
            said = common.by_reference(args.reference, units + [harness], [], args)
        if said.code == UNKNOWN or said.timed_out:
            return name, code, "skipped: " + (said.out.strip() or "timeout")
        if said.code != wanted:
            return name, code, "DIFFERS: %s %d: %s" % (relation, code, common.first_line(said.out + said.err))
    return name, code, "same"


def against_reference(args):
    counts = {}
    with ThreadPoolExecutor(args.jobs) as pool:
        for name, code, said in pool.map(lambda x: judge(x, args), programs(args.root, args.only)):
            counts[said.split(":")[0]] = counts.get(said.split(":")[0], 0) + 1
            print("%-30s %8s  %s" % (name, code, said), flush=True)
    print(", ".join("%d %s" % (n, what) for what, n in sorted(counts.items())))
    return 1 if "DIFFERS" in counts or "same" not in counts else 0


def main():
    p = common.parser(__doc__)
    p.add_argument("root", help="folder with app/, kernel/, sequential/, test/")
    p.add_argument("--data-model", choices=["LP64", "ILP32"], default="LP64")
    p.add_argument("--only", default="", help="substring of the programs' paths")
    p.add_argument("--timeout", type=float, default=120, help="seconds a run (default: %(default)s)")
    p.add_argument("--no-sanitizer", action="store_true", help="skip the sanitizer builds")
    p.add_argument("--reference", action="store_true", help="test the reference semantics instead of the interpreter")
    args = p.parse_args()
    if args.reference:
        args.reference = common.build("pm_fuzz", "ci")
        return against_reference(args)
    for program in ["gcc", args.proofmark]:
        common.need(program)
    counts = {"same": 0, "real violation": 0, "DIFFERS": 0}
    print("%-30s %8s %10s %10s %8s  %s" % ("program", "gcc", "complaints", "proofmark", "seconds", "result"))
    with ThreadPoolExecutor(args.jobs) as pool:
        for name, plain, places, code, ours, ok, texts in pool.map(lambda x: check(x, args), programs(args.root, args.only)):
            counts[ok] += 1
            print("%-30s %8s %10s %10s %8.2f  %s" % (name, plain, places, code, ours.seconds, ok), flush=True)
            if ok != "same":
                print("    proofmark: %s" % common.first_line(ours.err or ours.out))
            for text in texts[:3]:
                print("    sanitizer: %s" % text[:180])
    print("%(same)d same, %(real violation)d real violations, %(DIFFERS)d differ" % counts)
    return 1 if counts["DIFFERS"] or not sum(counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Runs the embedded programs of a TACLeBench tree in the interpreter and compares with gcc.

Every folder under ROOT/{app,kernel,sequential,test} is one program: all its .c files together. It is built by gcc -O0
and run, built again with gcc's address and undefined-behaviour sanitizers (to show whether a violation that Proofmark
reports is real) and run, and executed by `proofmark run`. Exit code: 0 if every program has gcc's exit code or a
violation that a sanitizer reports too, 1 otherwise, 2 usage.
"""
import glob
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import common

SANITIZE = ["-g", "-fsanitize=undefined,address", "-fno-sanitize-recover=all", "-fsanitize=float-cast-overflow"]
VIOLATION = 10


def programs(root, only):
    for group in ["app", "kernel", "sequential", "test"]:
        for folder in sorted(glob.glob(os.path.join(root, group, "*"))):
            files = sorted(glob.glob(os.path.join(folder, "*.c")))
            if files and only in folder:
                yield os.path.relpath(folder, root), files


def native(cc, files, timeout):
    with tempfile.TemporaryDirectory() as work:
        binary = os.path.join(work, "program")
        built = common.run(cc + ["-O0", "-w"] + files + ["-o", binary, "-lm"], timeout=300)
        if built.code != 0:
            return "build", common.first_line(built.err)
        r = common.run([binary], timeout=timeout, cwd=work)
    if r.timed_out:
        return "timeout", ""
    return r.code, common.first_line(r.err)


def check(program, args):
    name, files = program
    cc = common.COMPILERS[args.data_model]
    plain = native(cc, files, args.timeout)
    sanitized = ("-", "") if args.no_sanitizer else native(cc + SANITIZE, files, args.timeout)
    ours = common.run([args.proofmark, "run"] + files + common.PROOFMARK_FLAGS[args.data_model], timeout=args.timeout)
    code = "timeout" if ours.timed_out else ours.code
    confirmed = code == VIOLATION and sanitized[0] not in (plain[0], "build", "timeout", "-")
    ok = "same" if code == plain[0] else "real violation" if confirmed else "DIFFERS"
    return name, plain, sanitized, code, ours, ok


def main():
    p = common.parser(__doc__)
    p.add_argument("root", help="folder with app/, kernel/, sequential/, test/")
    p.add_argument("--data-model", choices=["LP64", "ILP32"], default="LP64")
    p.add_argument("--only", default="", help="substring of the programs' paths")
    p.add_argument("--timeout", type=float, default=120, help="seconds a run (default: %(default)s)")
    p.add_argument("--no-sanitizer", action="store_true", help="skip the sanitizer builds")
    args = p.parse_args()
    for program in ["gcc", args.proofmark]:
        common.need(program)
    counts = {"same": 0, "real violation": 0, "DIFFERS": 0}
    print("%-30s %8s %10s %10s %8s  %s" % ("program", "gcc", "sanitizer", "proofmark", "seconds", "result"))
    with ThreadPoolExecutor(args.jobs) as pool:
        for name, plain, sanitized, code, ours, ok in pool.map(lambda x: check(x, args), programs(args.root, args.only)):
            counts[ok] += 1
            print("%-30s %8s %10s %10s %8.2f  %s" % (name, plain[0], sanitized[0], code, ours.seconds, ok), flush=True)
            if ok != "same":
                print("    proofmark: %s" % common.first_line(ours.err or ours.out))
                print("    sanitizer: %s" % sanitized[1])
    print("%(same)d same, %(real violation)d real violations, %(DIFFERS)d differ" % counts)
    return 1 if counts["DIFFERS"] or not sum(counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())

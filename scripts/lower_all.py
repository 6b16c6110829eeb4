#!/usr/bin/env python3
"""Lowers every program of verification suites, and of TACLeBench trees, with `proofmark show --lower-only`.

A suite is a TSV with the columns task, property, expected, data_model, group (paths relative to the suite); a task
that occurs several times with one data model is lowered once. A folder argument is a TACLeBench tree: every folder of
.c files in it is one program. Prints the counts and the first diagnostic of each failure, grouped by message.
Exit code: 0 if at least --require percent lower and nothing crashes or hangs, 1 otherwise, 2 usage.
"""
import collections
import csv
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor

import common
import tacle


def programs(paths):
    """(name, files, data model), without duplicates."""
    seen = set()
    for path in paths:
        if os.path.isdir(path):
            for name, files in tacle.programs(path, ""):
                yield name, files, "LP64"
            continue
        with open(path, newline="") as suite:
            for row in csv.DictReader(suite, delimiter="\t"):
                key = (row["task"], row["data_model"])
                if key not in seen:
                    seen.add(key)
                    yield row["task"], [os.path.join(os.path.dirname(path), row["task"])], row["data_model"]


def lower(program, args):
    name, files, model = program
    r = common.run([args.proofmark, "show", "ir", "--lower-only"] + files + common.PROOFMARK_FLAGS[model], timeout=args.timeout)
    if r.timed_out:
        return name, "crashed", "timeout", r.seconds
    if r.code == 0:
        return name, "lowered", "", r.seconds
    kind = "rejected" if r.code == 2 and "panicked" not in r.err else "crashed"
    return name, kind, "exit %d: %s" % (r.code, common.first_line(r.err)), r.seconds


def without_place(message):
    """The message without file, line and quoted names, to count equal reasons together."""
    return re.sub(r"'[^']*'|`[^`]*`", "'…'", re.sub(r"\S+:\d+:\d+:?", "", message))


def main():
    p = common.parser(__doc__)
    p.add_argument("paths", nargs="+", help="suites (.tsv) and TACLeBench folders")
    p.add_argument("--timeout", type=float, default=60, help="seconds a program (default: %(default)s)")
    p.add_argument("--require", type=float, default=99, metavar="PERCENT", help="(default: %(default)s)")
    args = p.parse_args()
    common.need(args.proofmark)
    counts, reasons, total_time = collections.Counter(), collections.defaultdict(list), 0
    with ThreadPoolExecutor(args.jobs) as pool:
        for name, kind, message, seconds in pool.map(lambda x: lower(x, args), programs(args.paths)):
            counts[kind] += 1
            total_time += seconds
            if kind != "lowered":
                reasons[without_place(message)].append((name, message))
    for reason, cases in sorted(reasons.items(), key=lambda item: -len(item[1])):
        print("%4d  %s" % (len(cases), reason))
        for name, message in cases[:5]:
            print("        %s: %s" % (name, message))
    total = sum(counts.values())
    share = 100.0 * counts["lowered"] / max(total, 1)
    print("%d programs: %d lowered (%.1f %%), %d rejected, %d crashed; %.1f s"
          % (total, counts["lowered"], share, counts["rejected"], counts["crashed"], total_time))
    return 1 if share < args.require or counts["crashed"] else 0


if __name__ == "__main__":
    sys.exit(main())

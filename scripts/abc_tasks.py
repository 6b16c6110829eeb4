"""Verification tasks for the scripts that ask berkeley-abc, and how it is asked."""
import collections
import csv
import hashlib
import os
import re

import common

ABC = "berkeley-abc"

Task = collections.namedtuple("Task", "name file prop model expected")


def tasks(paths, only="", sample=None):
    """C files (no property: as `proofmark check` takes them) and the rows of suites; of these the first ones in a fixed, mixed order."""
    found = []
    for path in paths:
        if not path.endswith(".tsv"):
            found.append(Task(path, path, None, None, None))
            continue
        root = os.path.dirname(os.path.abspath(path))
        with open(path) as f:
            for row in csv.DictReader(f, delimiter="\t"):
                file = os.path.join(root, row["task"])
                found.append(Task(row["task"], file, row["property"], row["data_model"], row["expected"]))
    found = [t for t in found if only in t.name]
    if sample is not None:
        found.sort(key=lambda t: hashlib.sha256(("%s %s" % (t.name, t.prop)).encode()).hexdigest())
    return found[:sample]


def solve(path, seconds, first=None):
    """safe, unsafe or unknown; of the first outputs only, where a number is given"""
    with open(path, "rb") as f:
        if f.readline().split()[4] == b"0":
            # Nothing bad is in the program; abc does not read such files.
            return "safe"
    part = "" if first is None else "cone -s -O 0 -R %d; " % first
    for engine in ("pdr -T %d" % seconds, "bmc3 -T %d" % seconds):
        script = "read_aiger %s; %sorpos; %s" % (path, part, engine)
        text = common.run([ABC, "-c", script], seconds * 2 + 20).out
        if "Property proved" in text:
            return "safe"
        if re.search(r"was asserted in frame", text):
            return "unsafe"
    return "unknown"

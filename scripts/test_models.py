#!/usr/bin/env python3
"""Compares the exact library models with the C library of this machine, natively, on random inputs.

Every model is compiled by gcc with its names prefixed by `m_` and with shims for the intrinsics, next to a driver
(scripts/test_models.c) that calls both and counts differences.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

import models

HERE = pathlib.Path(__file__).resolve().parent
UNITS = ["errno", "stdlib/malloc", "stdlib/realloc", "stdlib/integer", "stdlib/strtol", "stdlib/strtod", "stdlib/sort"]
UNITS += ["string/copy", "string/memory", "string/length", "string/strcpy", "string/strdup", "string/strcmp"]
UNITS += ["posix/bytes", "stdlib/intmax", "wchar/wchar", "posix/getopt", "posix/getopt_long", "math/powi", "math/f/powi"]
UNITS += ["string/search", "string/strtok", "ctype/ctype", "ctype/tables", "stdio/store", "stdio/sscanf", "math/nexttoward"]
UNITS += [f"math/{d}{n}" for d in ("", "f/", "l/") for n in ("round", "basic", "classify", "exponent")]


# Variables that the C library has, too.
VARIABLES = re.compile(r"\b(errno|optarg|optind|opterr|optopt|__pm_getopt_at)\b")


def main():
    texts = {}
    for unit in UNITS:
        path = models.ROOT / (unit + ".c") if unit != "errno" else models.ROOT / "errno/errno.c"
        texts[unit.replace("/", "_")] = path.read_text()
    names = sorted({n for t in texts.values() for n in models.defines(t)})
    rename = re.compile(r"(?<![\w\"])(" + "|".join(map(re.escape, names)) + r")(?=\()")
    with tempfile.TemporaryDirectory() as work:
        files = []
        for unit, text in texts.items():
            path = pathlib.Path(work) / (unit + ".c")
            renamed = VARIABLES.sub(r"m_\1", rename.sub(r"m_\1", text))
            path.write_text(f'#include "{HERE}/test_models_shim.h"\n' + renamed)
            files.append(str(path))
        binary = work + "/test"
        flags = ["-O1", "-w", "-fno-builtin", "-ffp-contract=off", "-fsanitize=undefined,address", "-fno-sanitize-recover"]
        command = ["gcc", *flags, *files, str(HERE / "test_models.c"), "-lm", "-o", binary]
        if subprocess.run(command).returncode != 0:
            sys.exit(2)
        sys.exit(subprocess.run([binary, *sys.argv[1:]]).returncode)


if __name__ == "__main__":
    main()

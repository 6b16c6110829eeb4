#!/usr/bin/env python3
"""Writes the `// expect: exit N` and `// stdout:` lines of file tests by really compiling and running them with gcc.

usage: bless_with_gcc.py FILE.c...

Each program is also built with gcc's sanitizers, and rejected if they find something: an expected output must not
come from undefined behaviour. `--check` compares instead of writing.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

from common import COMPILERS

HEAD = re.compile(r"((?://.*\n)*)")
DEFAULT_FLAGS = ["-w", "-lm", "-fno-builtin"]


def header_and_body(text):
    head = HEAD.match(text).group(1)
    return head.splitlines(), text[len(head):]


def directive(lines, key):
    return " ".join(l.split(":", 1)[1].strip() for l in lines if l.startswith(f"// {key}:"))


def compiler(run):
    model = "ILP32" if "--32" in run.split() or "--ILP32" in run.split() else "LP64"
    flags = re.findall(r"-[IDU] ?\S+", run.split(" -- ")[0])
    return COMPILERS[model] + [f.replace(" ", "") for f in flags]


def build_and_run(path, lines, flags, work):
    sources = [str(path)] + [str(path.parent / f) for f in directive(lines, "files").split()]
    binary = pathlib.Path(work) / path.stem
    run = directive(lines, "run")
    built = subprocess.run([*compiler(run), *sources, *flags, *DEFAULT_FLAGS, "-o", str(binary)], capture_output=True, text=True)
    if built.returncode != 0:
        return None, built.stderr
    args = shlex.split(run.split(" -- ", 1)[1]) if " -- " in run else []
    environment = {**os.environ, "ASAN_OPTIONS": "allocator_may_return_null=1:detect_leaks=0"}
    done = subprocess.run([str(binary), *args], capture_output=True, stdin=subprocess.DEVNULL, timeout=60, env=environment)
    return done, done.stderr.decode(errors="replace")


def bless(path, check):
    text = path.read_text()
    lines, body = header_and_body(text)
    with tempfile.TemporaryDirectory() as work:
        plain, message = build_and_run(path, lines, ["-O1", "-fwrapv"], work)
        if plain is None:
            return f"gcc rejects it:\n{message}"
        clean, message = build_and_run(path, lines, ["-fsanitize=undefined,address", "-fno-sanitize-recover=all"], work)
        if clean is None or clean.returncode != plain.returncode or clean.stdout != plain.stdout:
            return f"the sanitizers disagree:\n{message}"
    kept = [l for l in lines if not re.match(r"// (stdout|expect):", l)]
    code = plain.returncode if plain.returncode >= 0 else 128 - plain.returncode
    kept.append(f"// expect: exit {code}")
    kept += [f"// stdout: {l}".rstrip() for l in plain.stdout.decode().splitlines()]
    new = "\n".join(kept) + "\n" + body
    if check and new != text:
        return "its expectations are not what gcc's program does"
    path.write_text(new)
    return None


def main():
    arguments = [a for a in sys.argv[1:] if a != "--check"]
    failed = 0
    for name in arguments:
        problem = bless(pathlib.Path(name), "--check" in sys.argv)
        if problem:
            failed += 1
            print(f"{name}: {problem}", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

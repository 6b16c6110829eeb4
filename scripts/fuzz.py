#!/usr/bin/env python3
"""Robustness: mutated C files must end in a diagnostic (exit code 2) or a lowered program (0), never in a crash.

Inputs are made from the .c and .i files of the given folders (those that need no preprocessing): bytes flipped, tokens
dropped, doubled and swapped, lines cut, and parts of other files spliced in. Input number i depends on --seed and i
only. Each is given as a .i file to `proofmark show ir` with a limit on time and address space. Another exit code, a
death by signal, a time-out, or a panic message is a failure; failures are counted by message, one input of each is
kept in --keep. Exit code: 0 no failure, 1 some, 2 usage.
"""
import collections
import multiprocessing
import os
import random
import re
import resource
import subprocess
import sys
import tempfile

import common

TOKEN = re.compile(rb"[A-Za-z_]\w*|\d[\w.]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|\s+|[-+*/%&|^<>=!]=|&&|\|\||<<|>>|->|\+\+|--|.", re.S)
INTERESTING = [b"(", b")", b"{", b"}", b"[", b"]", b";", b",", b"*", b"&", b"struct", b"union", b"enum", b"typedef", b"sizeof",
               b"0", b"-1", b"1.5f", b"0x7fffffff", b"18446744073709551615u", b"'a'", b"\"s\"", b"int", b"void", b"static", b"?", b":",
               b"case", b"default", b"goto", b"return", b"__attribute__((packed))", b"typeof", b"...", b"=", b".", b"->", b"\\", b"#", b"\x00", b"\xff",
               b"_Bool", b"long double", b"__int128", b"_Alignas(64)", b"__builtin_offsetof", b"do", b"while", b"for", b"if", b"else", b"switch"]


def corpus(folders, max_size):
    files = []
    for folder in folders:
        for root, _, names in os.walk(folder):
            for name in sorted(names):
                path = os.path.join(root, name)
                if name.endswith((".c", ".i")) and os.path.getsize(path) <= max_size:
                    with open(path, "rb") as f:
                        text = f.read()
                    if not re.search(rb"^\s*#\s*(include|define|if)", text, re.M):
                        files.append(text)
    return sorted(files)


def flip_bytes(r, text, _):
    data = bytearray(text)
    for _ in range(r.choice([1, 1, 2, 8])):
        if data:
            data[r.randrange(len(data))] = r.choice([r.randrange(256), r.randrange(32, 127)])
    return bytes(data)


def change_tokens(r, text, _):
    tokens = TOKEN.findall(text)
    for _ in range(r.choice([1, 1, 2, 5])):
        if len(tokens) < 2:
            break
        i, j = r.randrange(len(tokens)), r.randrange(len(tokens))
        action = r.randrange(5)
        if action == 0:
            del tokens[i]
        elif action == 1:
            tokens.insert(i, tokens[i])
        elif action == 2:
            tokens[i], tokens[j] = tokens[j], tokens[i]
        elif action == 3:
            tokens[i] = r.choice(INTERESTING)
        else:
            tokens.insert(i, b" " + r.choice(INTERESTING) + b" ")
    return b"".join(tokens)


def cut_lines(r, text, _):
    lines = text.split(b"\n")
    i = r.randrange(len(lines))
    del lines[i:i + r.choice([1, 1, 2, 5, 20])]
    return b"\n".join(lines)


def splice(r, text, files):
    lines, other = text.split(b"\n"), r.choice(files).split(b"\n")
    i, j = r.randrange(len(lines)), r.randrange(len(other))
    return b"\n".join(lines[:i] + other[j:j + r.choice([1, 3, 10, 50])] + lines[i:])


def truncate(r, text, _):
    return text[:r.randrange(len(text) + 1)]


def repeat_piece(r, text, _):
    """A short piece many times: deep nesting, long lists."""
    i = r.randrange(len(text) + 1)
    piece = text[i:i + r.choice([1, 1, 2, 5, 20])]
    return text[:i] + piece * r.choice([10, 1000, 20000]) + text[i:]


MUTATIONS = [flip_bytes, change_tokens, change_tokens, change_tokens, cut_lines, splice, truncate, repeat_piece]


def mutate(seed, files):
    r = random.Random(seed)
    text = r.choice(files)
    for _ in range(r.choice([1, 1, 1, 2, 3])):
        text = r.choice(MUTATIONS)(r, text, files)
    return text


def start_worker(files, args, work):
    """The limits are inherited by the runs."""
    limit = args.memory << 20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    start_worker.state = files, args, work


def check(i):
    """None, or (number, kind of failure)."""
    files, args, work = start_worker.state
    path = os.path.join(work, "%d.i" % os.getpid())
    with open(path, "wb") as f:
        f.write(mutate("%d:%d" % (args.seed, i), files))
    command = [args.proofmark] + args.command.split() + [path]
    try:
        p = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=args.timeout)
    except subprocess.TimeoutExpired:
        return i, "timeout"
    panic = re.search(rb"panicked at ([^\n]*)\n?([^\n]*)", p.stderr)
    if panic:
        return i, "panic at %s %s" % (panic.group(1).decode(errors="replace"), panic.group(2).decode(errors="replace")[:100])
    if p.returncode not in (0, 2):
        return i, "exit code %d: %s" % (p.returncode, common.first_line(p.stderr.decode(errors="replace")).replace(path, "FILE"))
    if p.returncode == 2 and not p.stderr.strip():
        return i, "exit code 2 without a diagnostic"
    return None


def main():
    p = common.parser(__doc__)
    p.add_argument("folders", nargs="+", help="where the files to mutate are")
    p.add_argument("--count", type=int, default=1000, metavar="N", help="number of inputs (default: %(default)s)")
    p.add_argument("--first", type=int, default=0, help="number of the first input (default: %(default)s)")
    p.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    p.add_argument("--max-size", type=int, default=30000, help="largest file to mutate, in bytes (default: %(default)s)")
    p.add_argument("--timeout", type=float, default=10, help="seconds an input (default: %(default)s)")
    p.add_argument("--memory", type=int, default=2048, help="MiB of address space (default: %(default)s)")
    p.add_argument("--command", default="show ir", help="proofmark's command (default: %(default)s)")
    p.add_argument("--keep", metavar="DIR", help="write one input of each kind of failure here")
    args = p.parse_args()
    common.need(args.proofmark)
    files = corpus(args.folders, args.max_size)
    if not files:
        print("no usable .c or .i file in %s" % " ".join(args.folders), file=sys.stderr)
        return 2
    kinds = collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as work:
        with multiprocessing.Pool(args.jobs, start_worker, (files, args, work)) as pool:
            for result in pool.imap_unordered(check, range(args.first, args.first + args.count), chunksize=20):
                if result is not None:
                    kinds[result[1]].append(result[0])
    for kind, numbers in sorted(kinds.items(), key=lambda item: -len(item[1])):
        print("%5d  %s  (inputs %s)" % (len(numbers), kind, " ".join(map(str, sorted(numbers)[:5]))))
        if args.keep:
            keep(args, files, kind, min(numbers))
    failed = sum(map(len, kinds.values()))
    print("%d inputs from %d files: %d passed, %d failed" % (args.count, len(files), args.count - failed, failed))
    return 1 if failed else 0


def keep(args, files, kind, number):
    os.makedirs(args.keep, exist_ok=True)
    name = re.sub(r"\W+", "-", kind)[:60].strip("-")
    with open(os.path.join(args.keep, "%s-%d.i" % (name, number)), "wb") as f:
        f.write(mutate("%d:%d" % (args.seed, number), files))


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Robustness: mutated input must end with a documented exit code, within its limits, and with no effect beside what was asked for.

Kinds of input (--kind, several with commas; by default all):
  c            C files, lowered; one in eight is checked
  certificate  certificates, for their program and for a violated one, of which none may be accepted
  dimspec      reachability problems
  database     compile_commands.json, with flags that would run, write or load something
  options      command lines

Input number i of a kind depends on --seed and i only. An undocumented exit code, a death by signal, a panic, a run that is deaf to --timeout, or
a file that nobody asked for is a failure. Every --record'th run is also watched by strace: nothing but Proofmark and the preprocessor is
executed, and nothing is opened for writing, made, renamed or removed but files that the command line names. Failures are counted by message, one
input of each is kept in --keep. Exit code: 0 no failure, 1 some, 2 usage.
"""
import collections
import hashlib
import json
import multiprocessing
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

import common
from mutations import mutate

# Seconds that runs are given by --timeout, and seconds after which they count as deaf to it.
SECONDS, DEAF = 1, 15
OK, VIOLATED, OPEN, USAGE, INPUT, NO_PROPERTY, INCOMPLETE = 0, 10, 5, 1, 2, 7, 8
ANSWERS = {OK, VIOLATED, OPEN, INPUT}
CERTIFIED = 40

Run = collections.namedtuple("Run", "args files codes written")
Run.__doc__ = "A command line, the files that it finds (name, bytes), exit codes that are right, and names of files that it may write."


# ---- what is mutated ----------------------------------------------------------------------------------------------

def c_files(folders, max_size):
    """Those that need no preprocessing."""
    files = {}
    for folder in folders:
        for root, _, names in os.walk(folder):
            for name in sorted(names):
                path = os.path.join(root, name)
                if name.endswith((".c", ".i")) and os.path.getsize(path) <= max_size:
                    with open(path, "rb") as f:
                        text = f.read()
                    if not re.search(rb"^\s*#\s*(include|define|if)", text, re.M):
                        files[path] = text
    return files


def certificates(args, files):
    """(program, a violated program, certificate) of tests that come in pairs, as far as they are proved at once."""
    out = []
    for path in sorted(files):
        violated = path.replace("_safe.c", ".c")
        if len(out) == CERTIFIED or not path.endswith("_safe.c") or violated not in files:
            continue
        with tempfile.TemporaryDirectory() as d:
            where = os.path.join(d, "certificate")
            command = [args.proofmark, "check", "--engine", "kind", "--timeout", "2", "--certificate", where, path]
            is_violated = common.run([args.proofmark, "check", "--timeout", "2", violated], timeout=20).code == VIOLATED
            if is_violated and common.run(command, timeout=20).code == OK and os.path.exists(where):
                with open(where, "rb") as f:
                    out.append((files[path], files[violated], f.read()))
    return out


def dimspec_files(folders):
    texts = []
    for folder in folders:
        for root, _, names in os.walk(folder):
            for name in sorted(names):
                path = os.path.join(root, name)
                if name.endswith(".dimspec") and os.path.getsize(path) < 100000:
                    with open(path, "rb") as f:
                        texts.append(f.read())
    return texts


def long_options(args):
    """Of all commands, from their help."""
    found = {}
    for command in ("check", "run", "show", "svcomp", "export", "certify", "dimspec"):
        help_text = common.run([args.proofmark, command, "--help"]).out
        found[command] = sorted(set(re.findall(r"(?<![\w-])--?[A-Za-z][\w-]*", help_text)) - {"--help", "-h"})
    return found


# ---- kinds --------------------------------------------------------------------------------------------------------

def fuzz_c(r, corpus):
    text = mutate(r, r.choice(corpus.c), corpus.c)
    if r.randrange(8):
        return Run(["show", "ir", "in.i"], {"in.i": text}, {OK, INPUT}, ())
    return Run(["check", "--timeout", str(SECONDS), "--memlimit", "1g", "in.i"], {"in.i": text}, ANSWERS | {USAGE}, ())


def fuzz_certificate(r, corpus):
    program, violated, certificate = r.choice(corpus.certificates)
    text = mutate(r, certificate, [c for _, _, c in corpus.certificates])
    codes = ANSWERS | {USAGE, NO_PROPERTY, INCOMPLETE}
    if r.randrange(2):
        # As if it were made for the violated program.
        text = text.replace(hashlib.sha256(program).hexdigest().encode(), hashlib.sha256(violated).hexdigest().encode())
        program, codes = violated, codes - {OK}
    args = ["certify", "--timeout", str(SECONDS), "--certificate", "proof", "in.c"]
    return Run(args, {"in.c": program, "proof": text}, codes, ())


def fuzz_dimspec(r, corpus):
    text = mutate(r, r.choice(corpus.dimspec), corpus.dimspec)
    args = ["dimspec", "--timeout", str(SECONDS), "--memlimit", "1g", "--mode", r.choice(["ic3", "incremental"]), "in.dimspec"]
    return Run(args, {"in.dimspec": text}, ANSWERS, ())


FLAGS = ["-O2", "-DN=1", "-D", "N", "-UN", "-I.", "-I", "", "-include", "pre.h", "@resp", "-wrapper", "./evil", "-fplugin=./evil.so", "-specs=evil", "-B.", "-o", "evil_out",
         "-MD", "-MF", "evil_dep", "-Wp,-MD,evil_dep", "-Wp,-DN", "-Xpreprocessor", "-save-temps", "-dumpdir", "evil", "-funsigned-char", "-fwrapv", "-ftrapv", "-fshort-enums",
         "-fpack-struct=2", "-m32", "-m16", "-std=c99", "-std=c11 -o evil", "-x", "c", "c++", "-imacros", "-isystem", "--target=arm", "-pipe", "-no-integrated-cpp", "-include@resp", "-D@x", "@x.c"]


def fuzz_database(r, corpus):
    names = ["a.c", "sub/b.c", "@x.c", "-o.c", "x.S", "nowhere.c", "/dev/null", "\u00e9.c"]
    flags = lambda: [r.choice(FLAGS) for _ in range(r.randrange(8))]
    entry = lambda: {"directory": r.choice([".", "sub", "", "/"]), "file": r.choice(names), "arguments": [r.choice(["gcc", "cc", "./evil", "arm-gcc", "clang-18"])] + flags()}
    entries = [entry() for _ in range(r.choice([1, 1, 2, 5]))]
    for e in entries:
        if r.randrange(4) == 0:
            e["command"] = " ".join(e.pop("arguments"))
    text = json.dumps(entries, indent=1, ensure_ascii=r.randrange(2) == 0).encode()
    if r.randrange(2):
        text = mutate(r, text, [text])
    main = b"int main(void) { return 0; }\n"
    guarded = b"#ifdef N\n" + main + b"#else\nint x[N];\n#endif\n" if r.randrange(4) == 0 else main
    files = {"db.json": text, "a.c": guarded, "sub/b.c": b"int b;\n", "@x.c": b"int x;\n", "-o.c": b"int o;\n", "x.c": b"-wrapper ./evil\n", "resp": b"-wrapper ./evil\n",
             "pre.h": b"", "evil": b"#!/bin/sh\ntouch was_run\n"}
    args = ["check", "--timeout", str(SECONDS), "--compile-commands", "db.json"] + r.choice([[], [], ["a.c"], ["--32"], ["@x.c"]])
    return Run(args, files, ANSWERS | {USAGE}, ())


VALUES = ["", "0", "1", "2", "7", "-1", "1s", "99999999999999999999", "main", "main.0", "main.0:2", "1g", "1m", "x", "a b", "\n", "\u202e", "kind", "bmc", "ic3", "auto", "0x1000:4", "0x1000:4:ram",
          "no-overflow", "unreach-call", "LP64", "ILP32", "cells", "all", "none", "N=1", "ERROR", "btor2", "dimspec", "aiger", "smt2", "dot", "unsigned-char", "wrapv", "/dev/null", ".", "in.c", "two.c"]
WRITES = ("--harness", "--certificate", "--dimacs", "--smt2", "--outfile", "--junit", "--output", "-o")
# Into a folder.
FILLS = ("--proof",)


def fuzz_options(r, corpus):
    command = r.choice(["check", "check", "check", "run", "show", "svcomp", "export", "certify", "dimspec"])
    options = corpus.options[command]
    words, written = [], []
    for _ in range(r.randrange(5)):
        option = r.choice(options)
        words.append(option)
        if option in WRITES:
            written.append("out%d" % len(written))
            words.append(written[-1])
        elif option in FILLS:
            words.append("out%d" % len(written))
            written.append(words[-1] + "/")
        elif r.randrange(3):
            words.append(r.choice(VALUES))
    if command == "show":
        words.insert(0, r.choice(["ir", "loops", "properties", "system"]))
    if command == "svcomp":
        words += ["--property", r.choice(["unreach-call", "no-overflow", "valid-memsafety"]), "--data-model", "LP64"]
    if command in ("check", "export", "certify", "svcomp", "dimspec") and "--timeout" not in words:
        words += ["--timeout", str(SECONDS)]
    if command == "run" and "--max-steps" not in words:
        words += ["--max-steps", "100000"]
    program = r.choice(corpus.c)
    # A program of `run` has an exit code of its own, which may be 6 where nothing is said.
    codes = set(range(256)) - {6} if command == "run" else ANSWERS | {USAGE, NO_PROPERTY, INCOMPLETE}
    # In place of a value a name may be taken: `--harness in.c`.
    return Run([command] + words + ["in.c"], {"in.c": program, "two.c": b"int two;\n"}, codes, tuple(written) + ("in.c", "two.c", "x", "main"))


KINDS = {"c": fuzz_c, "certificate": fuzz_certificate, "dimspec": fuzz_dimspec, "database": fuzz_database, "options": fuzz_options}


# ---- the sandbox --------------------------------------------------------------------------------------------------

CALLS = "execve,execveat,open,openat,openat2,creat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,symlink,symlinkat,link,linkat,chmod,fchmodat,truncate,socket,connect"
HARMLESS = re.compile(r"/dev/(null|tty|full)$|/proc/self/|/tmp/proofmark-headers-\d+-\d+(/|$)")


def unexpected(log, run, directory, proofmark):
    """What strace saw that nobody asked for."""
    log = whole_calls(log)
    compilers = {os.path.realpath(shutil.which(c) or c) for c in ("cc", "gcc")}
    for line in log.splitlines():
        call = re.match(r"(?:\d+\s+)?(\w+)\((.*)", line)
        if not call or re.search(r"= -1 E", line):
            continue
        name, rest = call.groups()
        paths = [os.path.normpath(os.path.join(directory, bytes(p, "latin-1").decode("unicode_escape"))) for p in re.findall(r'"((?:[^"\\]|\\.)*)"', rest)]
        if name in ("execve", "execveat"):
            program = os.path.realpath(paths[0])
            if program not in compilers | {os.path.realpath(proofmark)} and not re.search(r"/(cc1|collect2|as)$", program):
                return "ran %s" % paths[0]
        elif name in ("socket", "connect"):
            return "opened a socket"
        elif name in ("open", "openat", "openat2"):
            if re.search(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC", rest) and not may_write(paths[0], run, directory):
                return "opened %s for writing" % paths[0]
        else:
            bad = [p for p in paths if not may_write(p, run, directory)]
            if bad:
                return "%s of %s" % (name, bad[0])
    return None


def whole_calls(log):
    """The log with calls in one line each that others came in between."""
    begun, lines = {}, []
    for line in log.splitlines():
        pid = line.split(" ", 1)[0]
        resumed = re.match(r"\d+\s+<\.\.\. \w+ resumed>(.*)", line)
        if line.endswith("<unfinished ...>"):
            begun[pid] = line[:-len("<unfinished ...>")]
        elif resumed:
            lines.append(begun.pop(pid, pid + " ") + resumed.group(1))
        else:
            lines.append(line)
    return "\n".join(lines + list(begun.values()))


def may_write(path, run, directory):
    if HARMLESS.search(path):
        return True
    inside = os.path.relpath(path, directory)
    temporary = re.fullmatch(r"\.(.*)\.\d+-\d+\.tmp", inside)
    return is_asked_for(temporary.group(1) if temporary else inside, run)


def is_asked_for(name, run):
    """Does the command line name the file, or the folder that it is in?"""
    return name in run.written or any(w.endswith("/") and (name + "/").startswith(w) for w in run.written)


def start_worker(corpus, args, work):
    """The limits are inherited by the runs."""
    limit = args.memory << 20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    start_worker.state = corpus, args, work


def prepare(directory, files):
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(directory)
    for name, content in files.items():
        path = os.path.join(directory, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(content)
        if name == "evil":
            os.chmod(path, 0o755)


def listing(directory):
    return {os.path.relpath(os.path.join(root, name), directory) for root, _, names in os.walk(directory) for name in names}


def make(kind, seed, number, corpus):
    return KINDS[kind](random.Random("%d:%s:%d" % (seed, kind, number)), corpus)


def check(item):
    """None, or (kind, number, what is wrong)."""
    kind, number = item
    corpus, args, work = start_worker.state
    run = make(kind, args.seed, number, corpus)
    directory = os.path.join(work, str(os.getpid()))
    prepare(directory, run.files)
    recorded = args.record and number % args.record == 0
    log = directory + ".strace"
    # An empty or broken argument cannot be given to a process.
    command = [args.proofmark] + [a.replace("\0", "") for a in run.args]
    if recorded:
        command = ["strace", "-f", "-qq", "-s", "4096", "-e", "trace=" + CALLS, "-o", log] + command
    wrong = fault(command, run, directory)
    if wrong is None and recorded:
        with open(log, encoding="latin-1") as f:
            wrong = unexpected(f.read(), run, directory, args.proofmark)
    if wrong is None:
        more = {name for name in listing(directory) - set(run.files) if not is_asked_for(name, run)}
        wrong = "wrote %s" % sorted(more)[0] if more else None
    return wrong and (kind, number, wrong)


def fault(command, run, directory):
    p = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=directory, start_new_session=True)
    try:
        err = p.communicate(timeout=DEAF)[1]
    except subprocess.TimeoutExpired:
        os.killpg(p.pid, signal.SIGKILL)
        p.communicate()
        return "deaf to its limits"
    panic = re.search(rb"panicked at ([^\n]*)\n?([^\n]*)", err)
    if panic:
        return "panic at %s %s" % (panic.group(1).decode(errors="replace"), panic.group(2).decode(errors="replace")[:100])
    own = run.args[0] == "run" and not err.strip()
    if p.returncode not in run.codes and not own:
        return "exit code %d: %s" % (p.returncode, common.first_line(err.decode(errors="replace")))
    if p.returncode == INPUT and not err.strip() and run.args[0] != "svcomp":
        return "exit code 2 without a diagnostic"
    return None


# ---- the driver ---------------------------------------------------------------------------------------------------

Corpus = collections.namedtuple("Corpus", "c certificates dimspec options")


def main():
    p = common.parser(__doc__)
    p.add_argument("folders", nargs="+", help="where the files to mutate are")
    p.add_argument("--kind", default=",".join(KINDS), help="(default: %(default)s)")
    p.add_argument("--count", type=int, default=1000, metavar="N", help="number of inputs of each kind (default: %(default)s)")
    p.add_argument("--first", type=int, default=0, help="number of the first input (default: %(default)s)")
    p.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    p.add_argument("--max-size", type=int, default=30000, help="largest file to mutate, in bytes (default: %(default)s)")
    p.add_argument("--memory", type=int, default=4096, help="MiB of address space (default: %(default)s)")
    p.add_argument("--record", type=int, default=20, metavar="N", help="watch every N'th run with strace, 0 none (default: %(default)s)")
    p.add_argument("--progress", type=int, default=0, metavar="N", help="show failures as they come, and their number after every N runs")
    p.add_argument("--keep", metavar="DIR", help="write one input of each kind of failure here")
    args = p.parse_args()
    args.proofmark = os.path.abspath(args.proofmark)
    common.need(args.proofmark)
    if args.record and (shutil.which("strace") is None or common.run(["strace", "-o", os.devnull, "true"]).code != 0):
        print("strace cannot be used here: no run is recorded")
        args.record = 0
    kinds = args.kind.split(",")
    files = c_files(args.folders, args.max_size)
    if not files or not set(kinds) <= set(KINDS):
        print("no usable .c or .i file in %s, or no such kind" % " ".join(args.folders), file=sys.stderr)
        return 2
    corpus = Corpus(sorted(files.values()), certificates(args, files) if "certificate" in kinds else [], dimspec_files(args.folders),
                    long_options(args) if "options" in kinds else {})
    missing = [k for k in kinds if k in ("certificate", "dimspec") and not getattr(corpus, {"certificate": "certificates", "dimspec": "dimspec"}[k])]
    if missing:
        print("nothing to mutate for %s" % ", ".join(missing), file=sys.stderr)
        return 2
    failures = collections.defaultdict(list)
    numbers = range(args.first, args.first + args.count)
    with tempfile.TemporaryDirectory() as work:
        with multiprocessing.Pool(args.jobs, start_worker, (corpus, args, work)) as pool:
            for done, result in enumerate(pool.imap_unordered(check, [(k, i) for i in numbers for k in kinds], chunksize=5), 1):
                if result is not None:
                    if args.progress and (result[0], result[2]) not in failures:
                        print("%s %d: %s" % result, flush=True)
                    failures[result[0], result[2]].append(result[1])
                if args.progress and done % args.progress == 0:
                    print("%d runs, %d failed" % (done, sum(map(len, failures.values()))), flush=True)
    for (kind, wrong), found in sorted(failures.items(), key=lambda item: -len(item[1])):
        print("%5d  %s: %s  (inputs %s)" % (len(found), kind, wrong, " ".join(map(str, sorted(found)[:5]))))
        if args.keep:
            keep(args, corpus, kind, wrong, min(found))
    failed = sum(map(len, failures.values()))
    recorded = len(kinds) * len([i for i in numbers if args.record and i % args.record == 0])
    print("%d inputs each of %s, %d of them recorded: %d failed" % (args.count, ", ".join(kinds), recorded, failed))
    return 1 if failed else 0


def keep(args, corpus, kind, wrong, number):
    run = make(kind, args.seed, number, corpus)
    name = re.sub(r"\W+", "-", "%s-%s" % (kind, wrong))[:60].strip("-")
    directory = os.path.join(args.keep, "%s-%d" % (name, number))
    prepare(directory, run.files)
    with open(os.path.join(directory, "command"), "w", encoding="utf-8", errors="replace") as f:
        f.write(" ".join(map(repr, ["proofmark"] + run.args)) + "\n")


if __name__ == "__main__":
    sys.exit(main())

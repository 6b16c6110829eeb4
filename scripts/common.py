"""What the test drivers in this folder share: running a process with limits, and the data models' compiler flags."""
import argparse
import collections
import os
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Data model -> flags of proofmark, compiler with flags. SSE arithmetic, as Proofmark has it, for 32 bits too.
PROOFMARK_FLAGS = {"LP64": ["--64"], "ILP32": ["--32"], "LLP64": ["--LLP64"]}
COMPILERS = {
    "LP64": ["gcc"],
    "ILP32": ["gcc", "-m32", "-msse2", "-mfpmath=sse"],
    "LLP64": ["x86_64-w64-mingw32-gcc"],
}

# Target -> its compiler with flags, and what runs its programs (where Debian has it).
TARGETS = {
    "arm": (["arm-none-eabi-gcc"], None),
    "arm-linux": (["arm-linux-gnueabi-gcc"], ["qemu-arm"]),
    "aarch64": (["aarch64-linux-gnu-gcc"], ["qemu-aarch64"]),
    "riscv32": (["riscv64-unknown-elf-gcc", "-march=rv32imac", "-mabi=ilp32"], None),
    "riscv64": (["riscv64-linux-gnu-gcc"], ["qemu-riscv64"]),
}
BIG_ENDIAN = set()
# Targets by the width of `long` where it is not 32.
LONG_64 = {"LP64", "aarch64", "riscv64"}
for name, (compiler, _) in TARGETS.items():
    COMPILERS[name] = compiler
    PROOFMARK_FLAGS[name] = ["--target", name]


def tool(model, name):
    """A tool beside a model's compiler, such as objcopy."""
    compiler = COMPILERS[model][0]
    return compiler[:-len("gcc")] + name if compiler.endswith("-gcc") else name

Result = collections.namedtuple("Result", "code out err seconds timed_out")


def parser(description, jobs=True):
    """An argument parser with the options every driver has."""
    p = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--proofmark", default=os.path.join(ROOT, "target", "release", "proofmark"), help="the binary (default: %(default)s)")
    if jobs:
        p.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes side by side (default: %(default)s)")
    return p


def need(program):
    """Ends with code 2 if a program that the driver runs does not exist."""
    import shutil

    if shutil.which(program) is None:
        print("%s: not found" % program, file=sys.stderr)
        sys.exit(2)


def run(cmd, timeout=10, cwd=None, stdin=None):
    """Runs a command with a wall-clock limit in a process group of its own; output as text, bad bytes replaced."""
    started = time.time()
    p = subprocess.Popen(cmd, stdin=subprocess.DEVNULL if stdin is None else subprocess.PIPE, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, cwd=cwd, start_new_session=True)
    try:
        out, err = p.communicate(stdin, timeout=timeout)
        timed_out = False
    except subprocess.TimeoutExpired:
        try:
            os.killpg(p.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        out, err = p.communicate()
        timed_out = True
    return Result(p.returncode, out.decode(errors="replace"), err.decode(errors="replace"), time.time() - started, timed_out)


def build(binary, profile):
    """Builds one of the project's binaries; its path."""
    if subprocess.run(["cargo", "build", "--quiet", "--profile", profile, "--bin", binary], cwd=ROOT).returncode != 0:
        sys.exit(2)
    return os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), profile, binary)


def by_reference(judge, files, flags, args):
    """What the reference semantics says of a program, by `pm_fuzz --judge`: exit codes 0, 10, 5 as those of a check."""
    with tempfile.TemporaryDirectory() as work:
        units = [os.path.join(work, "%d.i" % i) for i in range(len(files))]
        for source, unit in zip(files, units):
            run(COMPILERS[args.data_model] + ["-E", "-x", "c", source, "-o", unit] + flags, timeout=60)
        bits = ["--32"] if args.data_model == "ILP32" else []
        return run([judge, "--millis", str(int(args.timeout * 1000))] + bits + ["--judge"] + units, timeout=args.timeout + 10)


def first_line(text):
    """The first line that says something, cut to a screen's width."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line or "panicked" in line]
    return (errors or lines or [""])[0][:200]

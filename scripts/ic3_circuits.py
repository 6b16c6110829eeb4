#!/usr/bin/env python3
"""Compares Proofmark's IC3 with berkeley-abc's pdr on circuits that this script makes.

usage: scripts/ic3_circuits.py [--seconds N] [--only WORD] [--keep DIR] [--random N]

Each circuit is written as AIGER, solved by `cargo run --release -p pm_ic3 --example aiger` (invariants and traces are checked there) and by
`berkeley-abc -c "read_aiger F; pdr"`. Contradicting verdicts end the script with 1. Times are seconds of processor time.
"""
import argparse, os, random, re, resource, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Circuit:
    """An and-inverter graph with latches; literals as in AIGER, but numbered as they come."""

    def __init__(self):
        self.kinds, self.ands, self.latches, self.bad, self.hash = [None], {}, {}, 0, {}

    def new(self, kind):
        self.kinds.append(kind)
        return 2 * (len(self.kinds) - 1)

    def input(self):
        return self.new("i")

    def inputs(self, n):
        return [self.input() for _ in range(n)]

    def latch(self, init=0):
        lit = self.new("l")
        self.latches[lit] = [None, init]
        return lit

    def word(self, n, init=0):
        return [self.latch(init >> i & 1) for i in range(n)]

    def set(self, latches, nexts):
        for latch, value in zip(latches, nexts):
            self.latches[latch][0] = value

    def land(self, a, b):
        a, b = min(a, b), max(a, b)
        if a == 0 or a == b ^ 1:
            return 0
        if a == 1 or a == b:
            return b
        if (a, b) not in self.hash:
            lit = self.new("a")
            self.ands[lit] = (a, b)
            self.hash[a, b] = lit
        return self.hash[a, b]

    def lor(self, a, b):
        return self.land(a ^ 1, b ^ 1) ^ 1

    def xor(self, a, b):
        return self.lor(self.land(a, b ^ 1), self.land(a ^ 1, b))

    def mux(self, s, t, e):
        return self.lor(self.land(s, t), self.land(s ^ 1, e))

    def all(self, lits):
        out = 1
        for lit in lits:
            out = self.land(out, lit)
        return out

    def any(self, lits):
        return self.all([lit ^ 1 for lit in lits]) ^ 1

    def add(self, a, b, carry=0):
        out = []
        for x, y in zip(a, b):
            xy = self.xor(x, y)
            out.append(self.xor(xy, carry))
            carry = self.lor(self.land(x, y), self.land(xy, carry))
        return out

    def const(self, value, n):
        return [value >> i & 1 for i in range(n)]

    def equal(self, a, b):
        return self.all([self.xor(x, y) ^ 1 for x, y in zip(a, b)])

    def less(self, a, b):
        out = 0
        for x, y in zip(a, b):
            out = self.mux(self.xor(x, y), y, out)
        return out

    def choose(self, s, t, e):
        return [self.mux(s, x, y) for x, y in zip(t, e)]

    def write(self, path):
        order = [2 * i for i, k in enumerate(self.kinds) if k == "i"] + list(self.latches) + list(self.ands)
        number = {0: 0, **{lit: 2 * (i + 1) for i, lit in enumerate(order)}}
        ref = lambda lit: number[lit & ~1] | lit & 1
        inputs = sum(k == "i" for k in self.kinds)
        out = bytearray(f"aig {len(order)} {inputs} {len(self.latches)} 1 {len(self.ands)}\n".encode())
        for lit, (value, init) in self.latches.items():
            out += f"{ref(value)}{' 1' if init else ''}\n".encode()
        out += f"{ref(self.bad)}\n".encode()
        for lit, (a, b) in self.ands.items():
            a, b = sorted((ref(a), ref(b)), reverse=True)
            for delta in (number[lit] - a, a - b):
                while delta >= 128:
                    out.append(delta & 127 | 128)
                    delta >>= 7
                out.append(delta)
        with open(path, "wb") as f:
            f.write(out)


def counter(n, limit, target):
    """Counts to limit when enabled, then starts again; is target ever seen?"""
    c = Circuit()
    x, enable = c.word(n), c.input()
    up = c.add(x, c.const(1, n))
    wrapped = c.choose(c.equal(x, c.const(limit, n)), c.const(0, n), up)
    c.set(x, c.choose(enable, wrapped, x))
    c.bad = c.equal(x, c.const(target, n))
    return c


def shift(n):
    """Two shift registers with the same input, one of them inverted, differ nowhere."""
    c = Circuit()
    a, b, i = c.word(n), c.word(n, 2**n - 1), c.input()
    c.set(a, [i] + a[:-1])
    c.set(b, [i ^ 1] + b[:-1])
    c.bad = c.xor(a[-1], b[-1]) ^ 1
    return c


def arbiter(n, broken=False):
    """A token goes round; a grant needs the token and a request. No two grants."""
    c = Circuit()
    token, requests = c.word(n, 1), c.inputs(n)
    grants = c.word(n)
    move = c.input()
    c.set(token, c.choose(move, [token[-1]] + token[:-1], token))
    allowed = [c.land(t, r) for t, r in zip(token, requests)]
    if broken:
        allowed[n - 1] = c.lor(allowed[n - 1], c.all(requests + [token[n // 2]]))
    c.set(grants, allowed)
    c.bad = c.any([c.land(grants[i], grants[j]) for i in range(n) for j in range(i)])
    return c


def mutex(n):
    """Dijkstra's token ring of processes with program counters of two bits and an interleaving scheduler."""
    c = Circuit()
    bits = max(1, (n - 1).bit_length())
    turn = c.word(bits)
    who = c.inputs(bits)
    pcs = [c.word(2) for _ in range(n)]
    next_turn = turn
    critical = []
    for i, pc in enumerate(pcs):
        runs = c.equal(who, c.const(i, bits))
        mine = c.equal(turn, c.const(i, bits))
        at = [c.equal(pc, c.const(k, 2)) for k in range(4)]
        want = c.input()
        step = c.choose(at[0], c.choose(want, c.const(1, 2), c.const(0, 2)),
               c.choose(at[1], c.choose(mine, c.const(2, 2), c.const(1, 2)),
               c.choose(at[2], c.const(3, 2), c.const(0, 2))))
        c.set(pc, c.choose(runs, step, pc))
        leaves = c.land(runs, c.lor(at[3], c.land(at[0], mine)))
        next_turn = c.choose(leaves, c.const((i + 1) % n, bits), next_turn)
        critical.append(c.lor(at[2], at[3]))
    c.set(turn, next_turn)
    c.bad = c.any([c.land(critical[i], critical[j]) for i in range(n) for j in range(i)])
    return c


def accumulate(n):
    """Two sums of the same inputs, added in another order with a delay, agree."""
    c = Circuit()
    a, b, last = c.word(n), c.word(n), c.word(n)
    i = c.inputs(n)
    c.set(a, c.add(a, i))
    c.set(b, c.add(b, last))
    c.set(last, i)
    c.bad = c.equal(a, c.add(b, last)) ^ 1
    return c


def fifo(n):
    """The pointers and the count of a queue of 2^n places agree, and it never overflows."""
    c = Circuit()
    head, tail, count = c.word(n), c.word(n), c.word(n + 1)
    push, pop = c.inputs(2)
    full = c.equal(count, c.const(2**n, n + 1))
    empty = c.equal(count, c.const(0, n + 1))
    push, pop = c.land(push, full ^ 1), c.land(pop, empty ^ 1)
    c.set(head, c.choose(push, c.add(head, c.const(1, n)), head))
    c.set(tail, c.choose(pop, c.add(tail, c.const(1, n)), tail))
    up = c.choose(push, c.add(count, c.const(1, n + 1)), count)
    c.set(count, c.choose(pop, c.add(up, c.const(2**(n + 1) - 1, n + 1)), up))
    inverse = [t ^ 1 for t in tail]
    distance = c.add(head, inverse, 1)
    c.bad = c.equal(distance, count[:n]) ^ 1
    return c


def program(n, bound):
    """while (i < bound) { if (input) x += 2; else x += 4; i++; } with a program counter; x stays even."""
    c = Circuit()
    pc, i, x, choice = c.word(2), c.word(n), c.word(n), c.input()
    at = [c.equal(pc, c.const(k, 2)) for k in range(4)]
    less = c.less(i, c.const(bound, n))
    c.set(pc, c.choose(at[0], c.choose(less, c.const(1, 2), c.const(2, 2)), c.choose(at[1], c.const(0, 2), c.choose(at[2], c.const(3, 2), pc))))
    c.set(i, c.choose(at[1], c.add(i, c.const(1, n)), i))
    two = c.choose(choice, c.const(2, n), c.const(4, n))
    c.set(x, c.choose(at[1], c.add(x, two), x))
    c.bad = c.land(at[2], x[0])
    return c


def bounded(n, bound):
    """A ramp: x follows an input by steps of one and saturates; x and the limit keep their order."""
    c = Circuit()
    x, y, up, down = c.word(n), c.word(n, 1), c.input(), c.input()
    can = c.less(x, c.const(bound, n))
    some = c.less(c.const(0, n), x)
    inc, dec = c.add(x, c.const(1, n)), c.add(x, c.const(2**n - 1, n))
    nx = c.choose(c.land(up, can), inc, c.choose(c.land(down, some), dec, x))
    c.set(x, nx)
    c.set(y, c.add(nx, c.const(1, n)))
    c.bad = c.lor(c.less(c.const(bound, n), x), c.less(y, x))
    return c


def gray(n):
    """A Gray counter and a binary one in lockstep."""
    c = Circuit()
    b, g, enable = c.word(n), c.word(n), c.input()
    nb = c.choose(enable, c.add(b, c.const(1, n)), b)
    c.set(b, nb)
    c.set(g, [c.xor(nb[i], nb[i + 1]) if i + 1 < n else nb[i] for i in range(n)])
    c.bad = c.equal(g, [c.xor(b[i], b[i + 1]) if i + 1 < n else b[i] for i in range(n)]) ^ 1
    return c


def noise(seed, latches, gates, width):
    """Random gates; is a random cube of latches reachable?"""
    r = random.Random(seed)
    c = Circuit()
    now = c.word(latches)
    pool = now + c.inputs(latches // 4 + 1)
    for _ in range(gates):
        a, b, s = (r.choice(pool[-3 * latches:]) ^ r.randint(0, 1) for _ in range(3))
        pool.append(r.choice([lambda: c.land(a, b), lambda: c.xor(a, b), lambda: c.mux(s, a, b), lambda: c.land(a, b)])())
    c.set(now, [r.choice(pool[-2 * latches:]) ^ r.randint(0, 1) for _ in now])
    c.bad = c.all([lit ^ r.randint(0, 1) for lit in r.sample(now, width)])
    return c


def circuits(randoms):
    yield "counter_safe_8", counter(8, 199, 230)
    yield "counter_safe_16", counter(16, 39999, 50000)
    yield "counter_unsafe_8", counter(8, 199, 150)
    yield "counter_unsafe_9", counter(9, 450, 400)
    yield "shift_32", shift(32)
    yield "shift_128", shift(128)
    yield "shift_512", shift(512)
    yield "arbiter_8", arbiter(8)
    yield "arbiter_24", arbiter(24)
    yield "arbiter_48", arbiter(48)
    yield "arbiter_broken_12", arbiter(12, True)
    yield "mutex_3", mutex(3)
    yield "mutex_6", mutex(6)
    yield "mutex_12", mutex(12)
    yield "accumulate_8", accumulate(8)
    yield "accumulate_16", accumulate(16)
    yield "accumulate_24", accumulate(24)
    yield "fifo_3", fifo(3)
    yield "fifo_5", fifo(5)
    yield "fifo_7", fifo(7)
    yield "program_16_100", program(16, 100)
    yield "program_32_1000", program(32, 1000)
    yield "bounded_8", bounded(8, 200)
    yield "bounded_12", bounded(12, 3000)
    yield "gray_12", gray(12)
    yield "gray_32", gray(32)
    for seed in range(randoms):
        size = [10, 16, 24, 32][seed % 4]
        yield f"noise_{seed}_{size}", noise(seed, size, size * 6, [3, 4, 5, 6][seed // 4 % 4])


def run(command, seconds):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=4 * seconds + 10)
        text = done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        text = "timeout"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return text, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def verdict_of_abc(text):
    if "Property proved" in text:
        return "safe"
    match = re.search(r"asserted in frame (\d+)", text)
    return f"unsafe {match[1]}" if match else "unknown"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--only", default="")
    parser.add_argument("--random", type=int, default=40)
    parser.add_argument("--keep", help="folder for the circuits")
    parser.add_argument("--engine", help="another executable than the example of pm_ic3")
    args = parser.parse_args()
    engine = args.engine
    if not engine:
        subprocess.run(["cargo", "build", "-q", "--release", "-p", "pm_ic3", "--example", "aiger"], cwd=ROOT, check=True)
        engine = os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "release/examples/aiger")
    folder = args.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    wrong, total = 0, [0.0, 0.0]
    solved = [0, 0]
    for name, circuit in circuits(args.random):
        if args.only not in name:
            continue
        path = os.path.join(folder, name + ".aig")
        circuit.write(path)
        text, time = run([engine, path, str(args.seconds)], args.seconds)
        ours = " ".join(text.split()[:2]) if text.startswith("unsafe") else text.split()[0] if text.strip() else "crash"
        other, abc_time = run(["berkeley-abc", "-c", f"read_aiger {path}; pdr -T {args.seconds}"], args.seconds)
        theirs = verdict_of_abc(other)
        total[0] += time
        total[1] += abc_time
        solved[0] += ours.split()[0] in ("safe", "unsafe")
        solved[1] += theirs.split()[0] in ("safe", "unsafe")
        decided = {v.split()[0] for v in (ours, theirs)} - {"unknown"}
        clash = len(decided) > 1 or ours.split()[0] not in ("safe", "unsafe", "unknown")
        wrong += clash
        counts = re.sub(r".*latches", "latches", text.strip())
        print(f"{name:22} {ours:14} {time:7.2f}  abc {theirs:12} {abc_time:7.2f}  {counts if not clash else text.strip()} {'WRONG' if clash else ''}", flush=True)
    print(f"solved {solved[0]} in {total[0]:.1f} s; abc {solved[1]} in {total[1]:.1f} s")
    sys.exit(1 if wrong else 0)


main()

"""Reads BTOR2 and makes it a circuit (AIGER, binary), for solvers that know bits alone.

Written from the format's definition (Niemetz, Preiner, Wolf, Biere: Btor2, BtorMC and Boolector 3.0, CAV 2018) and sharing
nothing with Proofmark's own bit-blaster, so that it is a second opinion on exports. All `bad` lines together are the one output.
Arrays are not read: `Unsupported`.
"""


class Unsupported(Exception):
    pass


class Circuit:
    """And gates over literals: 2v is variable v, 2v+1 its complement; 0 is false, 1 is true."""

    def __init__(self):
        self.ands = []
        self.inputs = []
        self.latches = []
        self.count = 0
        self.known = {}

    def fresh(self):
        self.count += 1
        return 2 * self.count

    def gate(self, a, b):
        if a > b:
            a, b = b, a
        if a == 0 or a == b ^ 1:
            return 0
        if a == 1 or a == b:
            return b
        if (a, b) not in self.known:
            self.known[a, b] = self.fresh()
            self.ands.append((self.known[a, b], a, b))
        return self.known[a, b]

    def either(self, a, b):
        return self.gate(a ^ 1, b ^ 1) ^ 1

    def differ(self, a, b):
        return self.either(self.gate(a, b ^ 1), self.gate(a ^ 1, b))

    def choose(self, c, a, b):
        return self.either(self.gate(c, a), self.gate(c ^ 1, b))

    # Words: lists of literals, the lowest bit first.

    def ite(self, c, a, b):
        return [self.choose(c, x, y) for x, y in zip(a, b)]

    def sum(self, a, b, carry):
        """Sum and the carry out."""
        out = []
        for x, y in zip(a, b):
            d = self.differ(x, y)
            out.append(self.differ(d, carry))
            carry = self.choose(d, carry, x)
        return out, carry

    def neg(self, a):
        return self.sum([x ^ 1 for x in a], [0] * len(a), 1)[0]

    def less(self, a, b):
        return self.sum(a, [y ^ 1 for y in b], 1)[1] ^ 1

    def signed_less(self, a, b):
        return self.less(a[:-1] + [a[-1] ^ 1], b[:-1] + [b[-1] ^ 1])

    def equal(self, a, b):
        out = 1
        for x, y in zip(a, b):
            out = self.gate(out, self.differ(x, y) ^ 1)
        return out

    def mul(self, a, b):
        out = [0] * len(a)
        for i, y in enumerate(b):
            row = [0] * i + [self.gate(x, y) for x in a[: len(a) - i]]
            out = self.sum(out, row, 0)[0]
        return out

    def divide(self, a, b):
        """Quotient and remainder; by zero all ones and the dividend."""
        rest = [0] * (len(a) + 1)
        wide = b + [0]
        quotient = []
        for x in reversed(a):
            rest = [x] + rest[:-1]
            fits = self.less(rest, wide) ^ 1
            rest = self.ite(fits, self.sum(rest, [y ^ 1 for y in wide], 1)[0], rest)
            quotient.insert(0, fits)
        return quotient, rest[:-1]

    def signed_divide(self, a, b):
        na, nb = a[-1], b[-1]
        q, r = self.divide(self.ite(na, self.neg(a), a), self.ite(nb, self.neg(b), b))
        return self.ite(self.differ(na, nb), self.neg(q), q), self.ite(na, self.neg(r), r)

    def shift(self, a, b, left, fill):
        width = len(a)
        out = list(a)
        for i, s in enumerate(b):
            n = 1 << i
            if n >= width:
                out = self.ite(s, [fill] * width, out)
                continue
            moved = [fill] * n + out[:-n] if left else out[n:] + [fill] * n
            out = self.ite(s, moved, out)
        return out


BINARY = {
    "and": lambda c, a, b: [c.gate(x, y) for x, y in zip(a, b)],
    "or": lambda c, a, b: [c.either(x, y) for x, y in zip(a, b)],
    "xor": lambda c, a, b: [c.differ(x, y) for x, y in zip(a, b)],
    "implies": lambda c, a, b: [c.either(a[0] ^ 1, b[0])],
    "eq": lambda c, a, b: [c.equal(a, b)],
    "neq": lambda c, a, b: [c.equal(a, b) ^ 1],
    "add": lambda c, a, b: c.sum(a, b, 0)[0],
    "sub": lambda c, a, b: c.sum(a, [y ^ 1 for y in b], 1)[0],
    "mul": lambda c, a, b: c.mul(a, b),
    "udiv": lambda c, a, b: c.divide(a, b)[0],
    "urem": lambda c, a, b: c.divide(a, b)[1],
    "sdiv": lambda c, a, b: c.signed_divide(a, b)[0],
    "srem": lambda c, a, b: c.signed_divide(a, b)[1],
    "sll": lambda c, a, b: c.shift(a, b, True, 0),
    "srl": lambda c, a, b: c.shift(a, b, False, 0),
    "sra": lambda c, a, b: c.shift(a, b, False, a[-1]),
    "concat": lambda c, a, b: b + a,
    "ult": lambda c, a, b: [c.less(a, b)],
    "ulte": lambda c, a, b: [c.less(b, a) ^ 1],
    "slt": lambda c, a, b: [c.signed_less(a, b)],
    "slte": lambda c, a, b: [c.signed_less(b, a) ^ 1],
    "umulo": lambda c, a, b: [overflow(c, c.mul(a + [0] * len(a), b + [0] * len(b)), len(a), None)],
    "smulo": lambda c, a, b: [overflow(c, c.mul(a + [a[-1]] * len(a), b + [b[-1]] * len(b)), len(a), True)],
}


def overflow(c, product, width, signed):
    want = product[width - 1] if signed else 0
    bits = product[width:]
    return c.equal(bits, [want] * len(bits)) ^ 1


def to_aiger(text, out):
    """Writes the circuit of a BTOR2 text; what is bad can be reached iff the output can."""
    c = Circuit()
    sorts, nodes, init, step, bad = {}, {}, {}, {}, []

    def word(ref):
        ref = int(ref)
        return nodes[ref] if ref > 0 else [x ^ 1 for x in nodes[-ref]]

    for line in text.splitlines():
        part = line.split(";")[0].split()
        if not part:
            continue
        number, kind, rest = int(part[0]), part[1], part[2:]
        if kind == "sort":
            if rest[0] != "bitvec":
                raise Unsupported("array")
            sorts[number] = int(rest[1])
        elif kind in ("input", "state"):
            nodes[number] = [c.fresh() for _ in range(sorts[int(rest[0])])]
            (c.inputs if kind == "input" else c.latches).append(number)
        elif kind == "init":
            init[int(rest[1])] = word(rest[2])
        elif kind == "next":
            step[int(rest[1])] = word(rest[2])
        elif kind == "bad":
            bad.append(word(rest[0])[0])
        elif kind == "const":
            nodes[number] = [int(b) for b in reversed(rest[1].rjust(sorts[int(rest[0])], "0"))]
        elif kind == "not":
            nodes[number] = [x ^ 1 for x in word(rest[1])]
        elif kind == "neg":
            nodes[number] = c.neg(word(rest[1]))
        elif kind == "slice":
            nodes[number] = word(rest[1])[int(rest[3]) : int(rest[2]) + 1]
        elif kind == "uext":
            nodes[number] = word(rest[1]) + [0] * int(rest[2])
        elif kind == "sext":
            a = word(rest[1])
            nodes[number] = a + [a[-1]] * int(rest[2])
        elif kind == "ite":
            nodes[number] = c.ite(word(rest[1])[0], word(rest[2]), word(rest[3]))
        elif kind in BINARY:
            nodes[number] = BINARY[kind](c, word(rest[1]), word(rest[2]))
        else:
            raise Unsupported(kind)
    write_aiger(c, nodes, init, step, bad, out)


def write_aiger(c, nodes, init, step, bad, out):
    """abc wants zeros as initial values of all latches: a latch that begins with one is complemented."""
    goal = 0
    for b in bad:
        goal = c.either(goal, b)
    flip = {}
    latches, inputs = [], [x for n in c.inputs for x in nodes[n]]
    for n in c.latches:
        for i, x in enumerate(nodes[n]):
            if n not in step:
                inputs.append(x)
                continue
            begin = init[n][i] if n in init else None
            if begin not in (0, 1):
                raise Unsupported("initial value")
            flip[x] = begin
            latches.append((x, step[n][i]))
    lit = lambda x: x ^ flip.get(x & ~1, 0)
    # Variables must be numbered: inputs, latches, gates.
    order = {0: 0}
    for x in inputs + [x for x, _ in latches] + [g for g, _, _ in c.ands]:
        order[x] = 2 * len(order)
    name = lambda x: order[lit(x) & ~1] | (lit(x) & 1)
    with open(out, "wb") as f:
        f.write(b"aig %d %d %d 1 %d\n" % (len(order) - 1, len(inputs), len(latches), len(c.ands)))
        for x, to in latches:
            f.write(b"%d\n" % (name(to) ^ flip[x]))
        f.write(b"%d\n" % name(goal))
        for g, a, b in c.ands:
            high, low = sorted((name(a), name(b)), reverse=True)
            f.write(delta(order[g] - high) + delta(high - low))


def delta(n):
    """Seven bits a byte, the lowest first; the highest bit says that more follow."""
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)

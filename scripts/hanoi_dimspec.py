#!/usr/bin/env python3
"""Towers of Hanoi as a planning problem in DimSpec, for `proofmark dimspec`.

usage: scripts/hanoi_dimspec.py DISKS [--glued]

Disks 1 (smallest) to n lie on pegs 0 to 2; all begin on peg 0, the goal is all on peg 2, one disk moves a step. With --glued the
largest disk cannot move, so that the goal is unreachable. Variables: on(d, p), then move(d, p): disk d goes to peg p.
"""
import sys

n = int(sys.argv[1])
glued = "--glued" in sys.argv
pegs = range(3)
disks = range(n)
on = lambda d, p: 1 + 3 * d + p
move = lambda d, p: 1 + 3 * n + 3 * d + p
count = 6 * n
init = [[on(d, p) if p == 0 else -on(d, p)] for d in disks for p in pegs]
goal = [[on(d, 2)] for d in disks]
universal = []
for d in disks:
    universal.append([on(d, p) for p in pegs])
    universal += [[-on(d, p), -on(d, q)] for p in pegs for q in pegs if p < q]
moves = [move(d, p) for d in disks for p in pegs]
universal += [[-a, -b] for i, a in enumerate(moves) for b in moves[:i]]
for d in disks:
    for p in pegs:
        universal.append([-move(d, p), -on(d, p)])
        for e in range(d):
            # Smaller disks are neither on the disk nor where it goes.
            universal.append([-move(d, p), -on(e, p)])
            universal += [[-move(d, p), -on(d, q), -on(e, q)] for q in pegs]
if glued:
    universal += [[-move(n - 1, p)] for p in pegs]
step = []
for d in disks:
    for p in pegs:
        step.append([-move(d, p), on(d, p) + count])
        step.append([-on(d, p), on(d, p) + count] + [move(d, q) for q in pegs if q != p])
        step.append([on(d, p), -on(d, p) - count, move(d, p)])
print(f"c Towers of Hanoi, {n} disks{', the largest one glued' if glued else ''}: scripts/hanoi_dimspec.py")
for name, variables, clauses in (("i", count, init), ("u", count, universal), ("g", count, goal), ("t", 2 * count, step)):
    print(f"{name} cnf {variables} {len(clauses)}")
    for clause in clauses:
        print(*clause, 0)

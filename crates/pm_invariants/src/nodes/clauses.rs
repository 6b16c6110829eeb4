//! Guesses: atoms that mean something at a location, and the clauses over them that hold in all states that were seen there.

use super::atoms::{Atom, INSIDE, Number, Part, Pointer, Scene, Which};
use crate::Analysis;
use pm_model::System;
use pm_term::{Sort, TermId, Value};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// A set of atoms.
pub type Set = u128;
const MOST_ATOMS: usize = Set::BITS as usize;
/// Values of a number that are told apart.
const VALUES: usize = 5;
/// Nodes of a pool that are looked at in a state.
const NODES: u64 = 9;
/// Guesses of one location and pair of pools, by how many atoms they choose.
const MOST: [usize; 3] = [150, 400, 500];

/// One of these holds, or one of those does not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clause {
    pub these: Set,
    pub those: Set,
}

impl Clause {
    pub fn holds(&self, row: Set) -> bool {
        row & self.these != 0 || !row & self.those != 0
    }
}

/// The atoms for two nodes, of these pools.
pub fn atoms(
    system: &System,
    analysis: &Analysis,
    location: u32,
    pools: [usize; 2],
    states: &[Vec<Value>],
) -> Vec<Atom> {
    let both = [Which::First, Which::Second];
    let live = &system.locations[location as usize].live;
    let mut near = Vec::new();
    let mut far = Vec::new();
    for w in both {
        near.extend([Atom::Alive(w), Atom::Made(w)]);
    }
    if pools[0] == pools[1] {
        near.extend([Atom::Same, Atom::Ordered]);
    }
    let part = |t: TermId| match system.terms.const_u64(t) {
        Some(c) => Some(Part::Const(c)),
        None => system.vars.iter().position(|v| v.now == t).map(|v| Part::Var(v as u32)),
    };
    let variables = &system.pointers[location as usize];
    let variables: Vec<Pointer> =
        variables.iter().filter_map(|&(obj, off)| Some(Pointer::Var(part(obj)?, part(off)?))).collect();
    let is_fixed = |p: &Pointer| matches!(p, Pointer::Var(Part::Const(_), Part::Const(_)));
    let (fixed, variables): (Vec<Pointer>, Vec<Pointer>) = variables.into_iter().partition(is_fixed);
    near.extend(both.into_iter().flat_map(|w| nth(system, &fixed, pools, w)));
    for &p in &variables {
        near.push(Atom::Null(p));
        near.extend(objects(system, p, pools, states).into_iter().map(|o| Atom::Into(p, o)));
        near.extend(both.map(|w| Atom::At(p, w, 0)));
        far.push(Atom::Before(p, Which::First));
    }
    for (slot, w) in both.into_iter().enumerate() {
        let other = both[1 - slot];
        let pool = &system.pools[pools[slot]];
        for &(array, is_pointer) in pool.fields.iter().filter(|f| live.contains(&f.0)) {
            if is_pointer {
                let p = Pointer::Field(array, w);
                near.push(Atom::Null(p));
                if slot == 0 {
                    near.push(Atom::At(p, other, 0));
                    near.push(Atom::At(p, w, 0));
                    near.extend(objects(system, p, pools, states).into_iter().map(|o| Atom::Into(p, o)));
                    far.extend([Atom::At(p, w, 1), Atom::At(p, w, -1)]);
                    far.extend(variables.iter().map(|q| Atom::Equal(p, *q)));
                } else if pools[0] == pools[1] {
                    near.push(Atom::At(p, other, 0));
                    far.push(Atom::Equal(p, Pointer::Field(array, other)));
                }
            } else {
                numbers(system, analysis, Number::Field(array, w), states, pools, &mut near, &mut far);
                if slot == 1 && pools[0] == pools[1] {
                    let (a, b) = (Number::Field(array, other), Number::Field(array, w));
                    far.extend([Atom::EqualNumbers(a, b), Atom::NotAbove(a, b)]);
                }
            }
        }
    }
    far.push(Atom::Last(Which::First));
    for &v in live {
        let in_pointer = variables.iter().any(|p| matches!(p, Pointer::Var(a, b) if [a, b].contains(&&Part::Var(v))));
        let is_number = !in_pointer && system.pools.iter().all(|p| p.count != v);
        if is_number && !system.terms.sort(system.vars[v as usize].now).is_array() && v != System::PC as u32 {
            numbers(system, analysis, Number::Var(v), states, pools, &mut near, &mut far);
            let width = system.terms.sort(system.vars[v as usize].now);
            for &(array, _) in system.pools[pools[0]].fields.iter().filter(|f| !f.1 && live.contains(&f.0)) {
                let same = matches!((system.terms.sort(system.vars[array as usize].now), width),
                    (Sort::Array { elem, .. }, Sort::Bv(w)) if elem == w);
                if same {
                    far.push(Atom::EqualNumbers(Number::Field(array, Which::First), Number::Var(v)));
                }
            }
        }
    }
    near.extend(far);
    near.truncate(MOST_ATOMS);
    near
}

/// That a node is one that pointers point to which never change.
fn nth(system: &System, fixed: &[Pointer], pools: [usize; 2], w: Which) -> Vec<Atom> {
    let object = u64::from(system.pools[pools[if w == Which::First { 0 } else { 1 }]].object);
    let mut nodes: BTreeSet<u64> = BTreeSet::new();
    for p in fixed {
        if let Pointer::Var(Part::Const(obj), Part::Const(off)) = p
            && *obj == object
        {
            nodes.insert(off >> INSIDE);
        }
    }
    nodes.into_iter().take(VALUES).map(|n| Atom::Nth(w, n)).collect()
}

/// The objects that a pointer was seen to point into.
fn objects(system: &System, p: Pointer, pools: [usize; 2], states: &[Vec<Value>]) -> Vec<u32> {
    let mut seen: BTreeSet<u32> = BTreeSet::new();
    for_scenes(system, pools, states, &mut |scene| {
        let is_there = p.node().is_none_or(|w| scene.holds(Atom::Alive(w)));
        if is_there {
            seen.insert(scene.object_of(p) as u32);
        }
    });
    seen.into_iter().filter(|o| *o != 0).take(VALUES).collect()
}

/// What is said of a number: its values, where they are few, and bounds that the program names.
fn numbers(
    system: &System,
    analysis: &Analysis,
    n: Number,
    states: &[Vec<Value>],
    pools: [usize; 2],
    near: &mut Vec<Atom>,
    far: &mut Vec<Atom>,
) {
    let mut seen: BTreeSet<u64> = BTreeSet::new();
    let mut range: Option<(i64, i64)> = None;
    let mut width = 1;
    for_scenes(system, pools, states, &mut |scene| {
        let is_there = n.node().is_none_or(|w| scene.holds(Atom::Alive(w)));
        if is_there {
            let (value, bits) = scene.number_of(n);
            let signed = scene.signed(n);
            width = bits;
            range = Some(range.map_or((signed, signed), |(low, high)| (low.min(signed), high.max(signed))));
            if seen.len() <= 4 * VALUES {
                seen.insert(value);
            }
        }
    });
    let named: Vec<u64> = analysis.thresholds(width).to_vec();
    if seen.len() <= VALUES {
        near.extend(seen.iter().map(|&c| Atom::Is(n, c)));
    } else {
        near.extend(named.iter().filter(|c| seen.contains(c)).take(VALUES).map(|&c| Atom::Is(n, c)));
        if width > 1 {
            let mut bounds: BTreeSet<i64> = [0, 1].into();
            bounds.extend(range.into_iter().flat_map(|(low, high)| [low, high.saturating_add(1)]));
            let shift = 64 - width.min(64);
            bounds.extend(named.iter().take(6).map(|&c| ((c << shift) as i64) >> shift));
            far.extend(bounds.into_iter().map(|c| Atom::Below(n, c as u64, true)));
            far.extend(named.iter().filter(|c| **c > 1).take(3).map(|&c| Atom::Below(n, c, false)));
        }
    }
}

fn for_scenes(system: &System, pools: [usize; 2], states: &[Vec<Value>], f: &mut dyn FnMut(&Scene)) {
    for values in states {
        let count = |k: usize| {
            let made = values[system.pools[pools[k]].count as usize].bits().to_u128().unwrap_or(0) as u64;
            (made + 1).min(NODES)
        };
        for first in 0..count(0) {
            for second in 0..count(1) {
                f(&Scene { system, values, pools, nodes: [first, second] });
            }
        }
    }
}

/// Which atoms hold.
pub fn row(scene: &Scene, atoms: &[Atom]) -> Set {
    atoms.iter().enumerate().filter(|(_, a)| scene.holds(**a)).fold(0, |row, (i, _)| row | 1 << i)
}

/// The clauses that hold in all states.
pub fn guess(system: &System, pools: [usize; 2], states: &[Vec<Value>], atoms: &[Atom]) -> Vec<Clause> {
    let mut rows: FxHashSet<Set> = FxHashSet::default();
    for_scenes(system, pools, states, &mut |scene| {
        rows.insert(row(scene, atoms));
    });
    let rows: Vec<Set> = rows.into_iter().collect();
    let at = |atom: Atom| atoms.iter().position(|a| *a == atom).map_or(0, |i| 1 << i);
    let alive = [Which::First, Which::Second].map(|w| at(Atom::Alive(w)));
    let made = [Which::First, Which::Second].map(|w| at(Atom::Made(w)));
    let of = |k: usize| (0..atoms.len()).filter(|i| atoms[*i].nodes()[k]).fold(0, |s, i| s | 1u128 << i);
    let (first, second) = (of(0), of(1));
    let neither = !(first | second);
    let all: Set = if atoms.len() == MOST_ATOMS { Set::MAX } else { (1 << atoms.len()) - 1 };
    let existence = alive[0] | alive[1] | made[0] | made[1];
    let mut out = Vec::new();
    let is_one_pool = pools[0] == pools[1];
    if is_one_pool {
        // Of no node, and of any one.
        choose(&rows, all & neither, 2, 0, Clause { these: 0, those: 0 }, &mut out);
        choose(&rows, all & (neither | first) & !second, 2, first, Clause { these: 0, those: 0 }, &mut out);
        choose(
            &rows,
            all & (neither | first) & !second & !existence,
            3,
            first,
            Clause { these: 0, those: alive[0] },
            &mut out,
        );
    }
    // Of two that live.
    let living = Clause { these: 0, those: alive[0] | alive[1] };
    choose(&rows, all & !existence, 3, first & second | second, living, &mut out);
    // What a living node points to is alive.
    let links: Set = (0..atoms.len())
        .filter(|i| matches!(atoms[*i], Atom::At(Pointer::Field(_, Which::First), Which::Second, 0)))
        .fold(0, |s, i| s | 1 << i);
    for link in bits(links) {
        let base = Clause { these: alive[1], those: alive[0] | link };
        choose(&rows, all & !existence & !link & !second, 1, 0, base, &mut out);
    }
    out.extend(domains(atoms, &rows, alive));
    let mut seen = FxHashSet::default();
    out.retain(|c| seen.insert(*c));
    out
}

/// That pointers and numbers have one of the values that were seen.
fn domains(atoms: &[Atom], rows: &[Set], alive: [Set; 2]) -> Vec<Clause> {
    let mut out = Vec::new();
    let mut subjects: Vec<(Option<Pointer>, Option<Number>)> = Vec::new();
    for atom in atoms {
        let subject = match *atom {
            Atom::Null(p) | Atom::Into(p, _) => (Some(p), None),
            Atom::Is(n, _) => (None, Some(n)),
            _ => continue,
        };
        if !subjects.contains(&subject) {
            subjects.push(subject);
        }
    }
    for (p, n) in subjects {
        let is_value = |a: &Atom| match *a {
            Atom::Null(q) | Atom::Into(q, _) => Some(q) == p,
            Atom::Is(m, _) => Some(m) == n,
            _ => false,
        };
        let these = (0..atoms.len()).filter(|i| is_value(&atoms[*i])).fold(0, |s, i| s | 1u128 << i);
        let node = p.and_then(Pointer::node).or_else(|| n.and_then(Number::node));
        let those = match node {
            None => 0,
            Some(Which::First) => alive[0],
            Some(Which::Second) => continue,
        };
        let clause = Clause { these, those };
        if rows.iter().all(|r| clause.holds(*r)) {
            out.push(clause);
        }
    }
    out
}

fn bits(set: Set) -> impl Iterator<Item = Set> {
    (0..Set::BITS).map(|i| 1 << i).filter(move |b| set & b != 0)
}

/// Adds the smallest clauses that hold in all rows: `base` with at most so many of the atoms, one of `with` among them (if there is any).
fn choose(rows: &[Set], from: Set, most: usize, with: Set, base: Clause, out: &mut Vec<Clause>) {
    let rows: Vec<Set> = rows.iter().copied().filter(|r| !base.holds(*r)).collect();
    let words = rows.len().div_ceil(64);
    let mut literals: Vec<(Clause, Vec<u64>)> = Vec::new();
    for bit in bits(from) {
        for positive in [true, false] {
            let literal = if positive { Clause { these: bit, those: 0 } } else { Clause { these: 0, those: bit } };
            // The rows in which it does not hold.
            let mut fails = vec![0u64; words];
            rows.iter()
                .enumerate()
                .filter(|(_, r)| !literal.holds(**r))
                .for_each(|(i, _)| fails[i / 64] |= 1 << (i % 64));
            literals.push((literal, fails));
        }
    }
    let none = |set: &[u64]| set.iter().all(|w| *w == 0);
    let and = |a: &[u64], b: &[u64]| -> Vec<u64> { a.iter().zip(b).map(|(x, y)| x & y).collect() };
    let disjoint = |a: &[u64], b: &[u64]| a.iter().zip(b).all(|(x, y)| x & y == 0);
    let sum =
        |cs: &[Clause]| cs.iter().fold(base, |c, l| Clause { these: c.these | l.these, those: c.those | l.those });
    let speaks = |c: &[Clause]| with == 0 || c.iter().any(|l| (l.these | l.those) & with != 0);
    if rows.is_empty() {
        // It holds by itself.
        if base.these != 0 || base.those != 0 {
            out.push(base);
        }
        return;
    }
    // What needs each of its literals in many rows says much.
    let common = |a: &[u64], b: &[u64]| a.iter().zip(b).map(|(x, y)| (x & y).count_ones()).sum::<u32>();
    let take = |n: usize, mut found: Vec<(u32, Vec<Clause>)>, out: &mut Vec<Clause>| {
        found.retain(|(_, c)| speaks(c));
        found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        out.extend(found.iter().take(MOST[n]).map(|(_, c)| sum(c)));
    };
    let single: Vec<bool> = literals.iter().map(|l| none(&l.1)).collect();
    take(0, literals.iter().zip(&single).filter(|(_, s)| **s).map(|(l, _)| (0, vec![l.0])).collect(), out);
    if most < 2 {
        return;
    }
    let open: Vec<usize> = (0..literals.len()).filter(|i| !single[*i]).collect();
    let mut pairs: FxHashSet<(usize, usize)> = FxHashSet::default();
    let (mut found, mut triples) = (Vec::new(), Vec::new());
    for (n, &i) in open.iter().enumerate() {
        for &j in &open[n + 1..] {
            // A literal and its negation.
            if i / 2 == j / 2 {
                continue;
            }
            if disjoint(&literals[i].1, &literals[j].1) {
                pairs.insert((i, j));
                let score = common(&literals[i].1, &literals[i].1).min(common(&literals[j].1, &literals[j].1));
                found.push((score, vec![literals[i].0, literals[j].0]));
            }
        }
    }
    take(1, found, out);
    if most < 3 {
        return;
    }
    for (n, &i) in open.iter().enumerate() {
        for (m, &j) in open.iter().enumerate().skip(n + 1) {
            if i / 2 == j / 2 || pairs.contains(&(i, j)) {
                continue;
            }
            let left = and(&literals[i].1, &literals[j].1);
            for &k in &open[m + 1..] {
                if k / 2 == j / 2 || pairs.contains(&(i, k)) || pairs.contains(&(j, k)) {
                    continue;
                }
                if disjoint(&left, &literals[k].1) {
                    let [a, b, c] = [i, j, k].map(|l| &literals[l].1);
                    let score = common(a, b).min(common(a, c)).min(common(b, c));
                    triples.push((score, vec![literals[i].0, literals[j].0, literals[k].0]));
                }
            }
        }
    }
    take(2, triples, out);
}

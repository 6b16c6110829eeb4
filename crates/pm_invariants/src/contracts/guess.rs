//! Guesses contracts from calls on values: relations of the outcome to the arguments that held in every call that was tried, for all arguments
//! or for those on one side of a constant of the program.

use super::samples::Calls;
use crate::affine;
use crate::intervals::Analysis;
use crate::samples::Sample;
use pm_ir::Ty;
use pm_model::System;
use pm_model::contracts::{Contract, Formal, Post};
use pm_term::domain::{MAX_WIDTH, mask, signed};
use pm_term::{Sort, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Constants of the program that split the arguments, for each argument.
const SPLITS: usize = 14;
/// Values of an argument that is taken for a mode.
const MODES: usize = 6;
/// Calls that are listed one by one.
const TABLE: usize = 80;
/// Thresholds tried beyond what was seen, in each direction.
const NEAR: usize = 2;
/// Guesses for a function.
const GUESSES: usize = 1200;

/// Guesses: those that say what an outcome is, and those that only bound it.
pub struct Guesses {
    pub exact: Vec<Post>,
    pub bounds: Vec<Post>,
    /// Those that say what an outcome (by its place among the outs) is, whatever the arguments are.
    pub total: FxHashMap<Post, usize>,
}

pub fn guess(system: &mut System, analysis: &Analysis, calls: &Calls) -> Guesses {
    let mut out = Guesses { exact: Vec::new(), bounds: Vec::new(), total: FxHashMap::default() };
    for (i, rows) in calls.of.iter().enumerate().filter(|(_, rows)| !rows.is_empty()) {
        let columns = columns(&system.terms, &system.contracts.functions[i]);
        let ins = system.contracts.functions[i].ins.len();
        let mut guesser = Guesser {
            terms: &mut system.terms,
            analysis,
            columns,
            ins,
            rows,
            exact: Vec::new(),
            bounds: Vec::new(),
            total: Vec::new(),
            seen: FxHashSet::default(),
        };
        guesser.run();
        let post = |fact: TermId| Post { contract: i, fact };
        out.total.extend(guesser.total.iter().map(|(fact, at)| (post(*fact), *at)));
        out.exact.extend(guesser.exact.into_iter().take(GUESSES).map(post));
        out.bounds.extend(guesser.bounds.into_iter().take(GUESSES).map(post));
    }
    out
}

/// A formal that guesses are about: its place in a row.
#[derive(Clone, Copy)]
struct Column {
    at: usize,
    term: TermId,
    width: u32,
    signed: bool,
    /// The same global before the call.
    before: Option<usize>,
}

fn columns(terms: &Terms, contract: &Contract) -> Vec<Option<Column>> {
    let column = |(at, f): (usize, &Formal)| match terms.sort(f.term) {
        Sort::Bv(width) if width <= MAX_WIDTH => {
            let signed = !matches!(f.ty, Some(Ty::Int(i)) if !i.signed);
            Some(Column { at, term: f.term, width, signed, before: f.before })
        }
        Sort::Bool | Sort::Bv(_) | Sort::Array { .. } => None,
    };
    contract.formals().enumerate().map(column).collect()
}

/// What an outcome is compared by: itself, or how much it differs from what it was before the call.
#[derive(Clone, Copy)]
struct Target {
    out: Column,
    before: Option<Column>,
    term: TermId,
}

impl Target {
    fn value(&self, row: &Sample) -> u64 {
        let before = self.before.map_or(0, |b| row[b.at]);
        row[self.out.at].wrapping_sub(before) & mask(self.out.width)
    }
}

struct Guesser<'a> {
    terms: &'a mut Terms,
    analysis: &'a Analysis,
    columns: Vec<Option<Column>>,
    ins: usize,
    rows: &'a [Sample],
    exact: Vec<TermId>,
    bounds: Vec<TermId>,
    total: Vec<(TermId, usize)>,
    seen: FxHashSet<TermId>,
}

impl Guesser<'_> {
    fn run(&mut self) {
        let targets = self.targets();
        let guards = self.guards();
        for target in &targets {
            self.relations(target, TermId::TRUE, self.rows.iter().collect());
        }
        self.table(&targets);
        for (guard, rows) in guards {
            let rows: Vec<&Sample> = self.rows.iter().enumerate().filter(|(i, _)| rows[*i]).map(|(_, r)| r).collect();
            for target in &targets {
                if rows.len() > 1 {
                    self.relations(target, guard, rows.clone());
                }
            }
        }
    }

    fn inputs(&self) -> Vec<Column> {
        self.columns[..self.ins].iter().flatten().copied().collect()
    }

    fn targets(&mut self) -> Vec<Target> {
        let mut targets = Vec::new();
        for out in self.columns[self.ins..].iter().copied().flatten() {
            targets.push(Target { out, before: None, term: out.term });
            let before = out.before.and_then(|b| self.columns[b]);
            if let Some(before) = before.filter(|b| b.width == out.width) {
                let term = self.terms.sub(out.term, before.term);
                targets.push(Target { out, before: Some(before), term });
            }
        }
        targets
    }

    fn add(&mut self, guard: TermId, fact: TermId) {
        let fact = self.terms.implies(guard, fact);
        if fact != TermId::TRUE && self.seen.insert(fact) {
            self.bounds.push(fact);
        }
    }

    fn add_exact(&mut self, target: &Target, guard: TermId, fact: TermId) {
        if guard == TermId::TRUE {
            self.total.push((fact, target.out.at - self.ins));
        }
        let fact = self.terms.implies(guard, fact);
        if fact != TermId::TRUE && self.seen.insert(fact) {
            self.exact.push(fact);
        }
    }

    /// Conditions on one argument, with the calls that meet them.
    fn guards(&mut self) -> Vec<(TermId, Vec<bool>)> {
        let mut guards = Vec::new();
        for x in self.inputs() {
            let number = |v: u64| if x.signed { i128::from(signed(x.width, v)) } else { i128::from(v) };
            let values: Vec<i128> = self.rows.iter().map(|r| number(r[x.at])).collect();
            let mut distinct = values.clone();
            distinct.sort_unstable();
            distinct.dedup();
            if distinct.len() <= MODES && distinct.len() > 1 {
                for &v in &distinct {
                    let k = self.terms.bv(x.width, v as u128 & u128::from(mask(x.width)));
                    let cond = self.terms.eq(x.term, k);
                    guards.push((cond, values.iter().map(|&w| w == v).collect()));
                }
            }
            let (Some(&min), Some(&max)) = (distinct.first(), distinct.last()) else { continue };
            let mut splits: Vec<i128> = self.analysis.thresholds(x.width).iter().map(|&t| number(t)).collect();
            splits.retain(|t| *t >= min && *t < max);
            splits.sort_unstable_by_key(|t| (t.abs(), *t));
            for t in splits.into_iter().take(SPLITS) {
                let k = self.terms.bv(x.width, t as u128 & u128::from(mask(x.width)));
                let low = if x.signed { self.terms.sle(x.term, k) } else { self.terms.ule(x.term, k) };
                let high = self.terms.not(low);
                guards.push((low, values.iter().map(|&v| v <= t).collect()));
                guards.push((high, values.iter().map(|&v| v > t).collect()));
            }
        }
        guards
    }

    fn relations(&mut self, target: &Target, guard: TermId, rows: Vec<&Sample>) {
        self.bounds(target, guard, &rows);
        self.equations(target, guard, &rows);
        self.powers(target, guard, &rows);
        if target.before.is_none() {
            self.parity(target, guard, &rows);
            self.order(target, guard, &rows);
        }
    }

    fn constant(&mut self, width: u32, value: i128) -> TermId {
        self.terms.bv(width, value as u128 & u128::from(mask(width)))
    }

    /// A constant, or bounds by the constants of the program next to what was seen.
    fn bounds(&mut self, target: &Target, guard: TermId, rows: &[&Sample]) {
        let (out, w) = (target.out, target.out.width);
        let first = target.value(rows[0]);
        if rows.iter().all(|r| target.value(r) == first) {
            let k = self.terms.bv(w, first.into());
            let fact = self.terms.eq(target.term, k);
            self.add_exact(target, guard, fact);
        }
        let number = |v: u64| if out.signed { i128::from(signed(w, v)) } else { i128::from(v) };
        let values = rows.iter().map(|r| number(target.value(r)));
        let (min, max) = values.fold((i128::MAX, i128::MIN), |(a, b), v| (a.min(v), b.max(v)));
        let mut limits: Vec<i128> = self.analysis.thresholds(w).iter().map(|&t| number(t)).chain([0, 1]).collect();
        limits.sort_unstable();
        limits.dedup();
        let above: Vec<i128> = limits.iter().copied().filter(|t| *t >= max).take(NEAR).chain([max]).collect();
        let below: Vec<i128> = limits.iter().copied().rev().filter(|t| *t <= min).take(NEAR).chain([min]).collect();
        for t in above {
            let k = self.constant(w, t);
            let fact = if out.signed { self.terms.sle(target.term, k) } else { self.terms.ule(target.term, k) };
            self.add(guard, fact);
        }
        for t in below {
            let k = self.constant(w, t);
            let fact = if out.signed { self.terms.sle(k, target.term) } else { self.terms.ule(k, target.term) };
            self.add(guard, fact);
        }
    }

    /// Sums with constant factors, modulo the width.
    fn equations(&mut self, target: &Target, guard: TermId, rows: &[&Sample]) {
        let w = target.out.width;
        let mut of_width: Vec<Column> = self.inputs().into_iter().filter(|c| c.width == w).collect();
        of_width.retain(|c| rows.iter().any(|r| r[c.at] != rows[0][c.at]));
        if of_width.is_empty() || rows.len() < of_width.len() + 2 {
            return;
        }
        let number = |v: u64| i128::from(signed(w, v));
        let row = |r: &&Sample| {
            of_width.iter().map(|c| number(r[c.at])).chain([number(target.value(r))]).collect::<Vec<i128>>()
        };
        let few = rows.len().min(of_width.len() + 4);
        for count in [rows.len(), few] {
            let matrix: Vec<Vec<i128>> = rows.iter().take(count).map(row).collect();
            for e in affine::equations(&matrix, of_width.len() + 1) {
                let value = |r: &&Sample| {
                    let parts = of_width.iter().map(|c| r[c.at]).chain([target.value(r)]);
                    let sum = parts
                        .zip(&e)
                        .fold(e[of_width.len() + 1] as u64, |sum, (v, k)| sum.wrapping_add(v.wrapping_mul(*k as u64)));
                    sum & mask(w)
                };
                if e[of_width.len()] == 0 || rows.iter().any(|r| value(r) != 0) {
                    continue;
                }
                let parts: Vec<TermId> = of_width.iter().map(|c| c.term).chain([target.term]).collect();
                let mut sum = self.constant(w, e[of_width.len() + 1]);
                for (part, k) in parts.into_iter().zip(&e) {
                    let k = self.constant(w, *k);
                    let product = self.terms.mul(part, k);
                    sum = self.terms.add(sum, product);
                }
                let zero = self.terms.zero(w);
                let fact = self.terms.eq(sum, zero);
                self.add_exact(target, guard, fact);
            }
        }
    }

    /// `a * 2^x + b`, as of functions that call themselves twice.
    fn powers(&mut self, target: &Target, guard: TermId, rows: &[&Sample]) {
        let w = target.out.width;
        let power = |r: &Sample, x: &Column| if r[x.at] < u64::from(w) { 1u64 << r[x.at] } else { 0 };
        for x in self.inputs().into_iter().filter(|c| c.width == w) {
            let mut small: Vec<&&Sample> = rows.iter().filter(|r| r[x.at] < 20).collect();
            small.sort_unstable_by_key(|r| r[x.at]);
            small.dedup_by_key(|r| r[x.at]);
            if small.len() < 3 {
                continue;
            }
            let number = |r: &Sample| i128::from(signed(w, target.value(r)));
            let (p, q) = (small[0], small[1]);
            let rise = i128::from(power(q, &x)) - i128::from(power(p, &x));
            if rise == 0 {
                continue;
            }
            let (up, rest) = ((number(q) - number(p)) / rise, (number(q) - number(p)) % rise);
            if rest != 0 || up == 0 {
                continue;
            }
            let base = number(p) - up * i128::from(power(p, &x));
            let expected = |r: &Sample| (up as u64).wrapping_mul(power(r, &x)).wrapping_add(base as u64) & mask(w);
            if rows.iter().any(|r| expected(r) != target.value(r)) {
                continue;
            }
            let (up, base) = (self.constant(w, up), self.constant(w, base));
            let shifted = self.terms.shl(up, x.term);
            let sum = self.terms.add(shifted, base);
            let fact = self.terms.eq(target.term, sum);
            self.add_exact(target, guard, fact);
        }
    }

    /// The low bit, by that of an argument.
    fn parity(&mut self, target: &Target, guard: TermId, rows: &[&Sample]) {
        let (out, w) = (target.out, target.out.width);
        for x in self.inputs() {
            for flip in [0, 1] {
                let odd = |r: &Sample| (r[x.at] & 1) ^ flip;
                let bit = self.terms.extract(x.term, 0, 0);
                let bit = if flip == 1 { self.terms.not(bit) } else { bit };
                if w > 1 && rows.iter().all(|r| r[out.at] == odd(r)) {
                    let wide = self.terms.zext(bit, w);
                    let fact = self.terms.eq(out.term, wide);
                    self.add_exact(target, guard, fact);
                } else if rows.iter().all(|r| r[out.at] & 1 == odd(r)) {
                    let low = self.terms.extract(out.term, 0, 0);
                    let fact = self.terms.eq(low, bit);
                    self.add(guard, fact);
                }
            }
        }
    }

    /// Not below, or not above, an argument and its neighbours.
    fn order(&mut self, target: &Target, guard: TermId, rows: &[&Sample]) {
        let (out, w) = (target.out, target.out.width);
        for x in self.inputs().into_iter().filter(|c| c.width == w) {
            let number = |v: u64| if out.signed { i128::from(signed(w, v)) } else { i128::from(v) };
            for near in [0, -1, 1] {
                let beside = |r: &Sample| number(r[x.at]) + near;
                let k = self.constant(w, near);
                let moved = self.terms.add(x.term, k);
                if rows.iter().all(|r| number(r[out.at]) >= beside(r)) {
                    let fact =
                        if out.signed { self.terms.sle(moved, out.term) } else { self.terms.ule(moved, out.term) };
                    self.add(guard, fact);
                }
                if rows.iter().all(|r| number(r[out.at]) <= beside(r)) {
                    let fact =
                        if out.signed { self.terms.sle(out.term, moved) } else { self.terms.ule(out.term, moved) };
                    self.add(guard, fact);
                }
            }
            if rows.iter().all(|r| r[out.at] != r[x.at]) {
                let fact = self.terms.ne(out.term, x.term);
                self.add(guard, fact);
            }
        }
    }

    /// The outcome for all arguments that were seen, where these are few.
    fn table(&mut self, targets: &[Target]) {
        let inputs = self.inputs();
        let key = |r: &Sample| inputs.iter().map(|x| r[x.at]).collect::<Vec<u64>>();
        let mut all: Vec<(Vec<u64>, &Sample)> = self.rows.iter().map(|r| (key(r), r)).collect();
        all.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let mut distinct: Vec<&[(Vec<u64>, &Sample)]> = all.chunk_by(|a, b| a.0 == b.0).collect();
        // Small arguments are those that the others are computed from.
        distinct.sort_by_key(|g| g[0].0.iter().max().copied());
        distinct.truncate(TABLE);
        for group in distinct {
            let mut is = Vec::new();
            for (x, v) in inputs.iter().zip(&group[0].0) {
                let k = self.terms.bv(x.width, (*v).into());
                is.push(self.terms.eq(x.term, k));
            }
            let guard = self.terms.and_all(&is);
            for target in targets.iter().filter(|t| t.before.is_none()) {
                let value = target.value(group[0].1);
                if group.iter().all(|(_, r)| target.value(r) == value) {
                    let k = self.terms.bv(target.out.width, value.into());
                    let fact = self.terms.eq(target.term, k);
                    self.add_exact(target, guard, fact);
                }
            }
        }
    }
}

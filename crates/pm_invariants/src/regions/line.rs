//! The values of a variable in an order, cut where the program compares with constants.

use pm_model::System;
use pm_term::domain::{Abs, MAX_WIDTH, mask, signed};
use pm_term::{Op, Sort, TermId, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// From, to, in the order of the line.
pub type Range = (i128, i128);

/// More cuts than that are not worth it.
const CUTS: usize = 400;
/// Rounds in which copies hand their cuts on.
const ROUNDS: usize = 8;

#[derive(Clone, Debug)]
pub struct Line {
    pub width: u32,
    is_bool: bool,
    /// Negative numbers come first.
    is_signed: bool,
    /// The first values of all classes but the first.
    cuts: Vec<i128>,
}

impl Line {
    fn new(terms: &Terms, symbol: TermId, found: &Found) -> Option<Line> {
        let (width, is_bool) = match terms.sort(symbol) {
            Sort::Bool => (1, true),
            Sort::Bv(width) if width <= MAX_WIDTH => (width, false),
            Sort::Bv(_) | Sort::Array { .. } => return None,
        };
        let is_signed = !is_bool && (found.is_signed || !found.is_unsigned);
        let mut line = Line { width, is_bool, is_signed, cuts: Vec::new() };
        let (min, max) = line.all();
        let place = |v: &u64| line.place(*v & mask(width));
        let mut cuts: BTreeSet<i128> = found.at.iter().map(place).filter(|c| *c > min && *c <= max).collect();
        if is_bool {
            cuts.insert(1);
        }
        if found.is_signed && found.is_unsigned {
            cuts.insert(0);
        }
        line.cuts = cuts.into_iter().take(CUTS).collect();
        Some(line)
    }

    /// A pattern's place in the order.
    pub fn place(&self, value: u64) -> i128 {
        if self.is_signed { signed(self.width, value).into() } else { value.into() }
    }

    /// The pattern at a place.
    pub fn pattern(&self, place: i128) -> u64 {
        place as u64 & mask(self.width)
    }

    pub fn all(&self) -> Range {
        let top = Abs::top(self.width);
        self.range(&top)
    }

    pub fn range(&self, value: &Abs) -> Range {
        if self.is_signed { (value.smin.into(), value.smax.into()) } else { (value.umin.into(), value.umax.into()) }
    }

    pub fn abs(&self, (lo, hi): Range) -> Abs {
        let value = if self.is_signed {
            Abs::signed(self.width, lo as i64, hi as i64)
        } else {
            Abs::unsigned(self.width, lo as u64, hi as u64)
        };
        value.unwrap_or(Abs::top(self.width))
    }

    pub fn class(&self, place: i128) -> usize {
        self.cuts.partition_point(|c| *c <= place)
    }

    /// The places of a class.
    pub fn of_class(&self, class: usize) -> Range {
        let (min, max) = self.all();
        let lo = class.checked_sub(1).map_or(min, |c| self.cuts[c]);
        let hi = self.cuts.get(class).map_or(max, |c| c - 1);
        (lo, hi)
    }

    /// How many classes a range lies in.
    pub fn classes(&self, (lo, hi): Range) -> usize {
        self.class(hi) - self.class(lo) + 1
    }

    /// The range, class by class.
    pub fn split(&self, (lo, hi): Range) -> impl Iterator<Item = Range> + '_ {
        (self.class(lo)..=self.class(hi)).map(move |class| {
            let (from, to) = self.of_class(class);
            (from.max(lo), to.min(hi))
        })
    }

    /// The variable is in a range.
    pub fn holds(&self, terms: &mut Terms, var: TermId, (lo, hi): Range) -> TermId {
        let (min, max) = self.all();
        if (lo, hi) == (min, max) {
            return TermId::TRUE;
        }
        if self.is_bool {
            return if lo == 0 { terms.not(var) } else { var };
        }
        let [least, most] = [lo, hi].map(|place| terms.bv(self.width, self.pattern(place).into()));
        if lo == hi {
            return terms.eq(var, least);
        }
        let (above, below) = if self.is_signed {
            (terms.sle(least, var), terms.sle(var, most))
        } else {
            (terms.ule(least, var), terms.ule(var, most))
        };
        match (lo == min, hi == max) {
            (true, _) => below,
            (_, true) => above,
            _ => terms.and(above, below),
        }
    }
}

/// What a symbol is compared with.
#[derive(Clone, Default)]
struct Found {
    /// Patterns at which another class begins.
    at: BTreeSet<u64>,
    is_signed: bool,
    is_unsigned: bool,
}

/// The lines of the variables, then those of the inputs; `None` for what is not followed.
pub fn lines(system: &System, roots: &[TermId]) -> Vec<Option<Line>> {
    let terms = &system.terms;
    let symbols: Vec<TermId> = system.vars.iter().map(|v| v.now).chain(system.inputs.iter().copied()).collect();
    let index: FxHashMap<TermId, usize> = symbols.iter().enumerate().map(|(i, t)| (*t, i)).collect();
    let mut found = vec![Found::default(); symbols.len()];
    for t in terms.cone(roots) {
        let args = terms.args(t);
        match terms.op(t) {
            Op::Eq | Op::Ult | Op::Slt => {}
            _ => continue,
        }
        for (side, constant) in [(0, 1), (1, 0)] {
            let Some(value) = terms.const_u64(args[constant]) else { continue };
            let Some((symbol, value)) = solved(terms, &index, args[side], value) else { continue };
            found[symbol].enter(terms.op(t), side == 0, args[side].is_complemented(), value);
        }
    }
    hand_on(system, &index, &mut found);
    symbols.iter().zip(&found).map(|(s, f)| Line::new(terms, *s, f)).collect()
}

/// The symbol in a side of a comparison, and the value at which the side has the given one.
fn solved(terms: &Terms, index: &FxHashMap<TermId, usize>, t: TermId, value: u64) -> Option<(usize, u64)> {
    let width = |t: TermId| match terms.sort(t) {
        Sort::Bv(w) if w <= MAX_WIDTH => Some(w),
        Sort::Bool | Sort::Bv(_) | Sort::Array { .. } => None,
    };
    let mut t = t;
    let mut value = value;
    loop {
        if t.is_complemented() {
            value = !value & mask(width(t)?);
            t = t.regular();
        }
        if let Some(&symbol) = index.get(&t) {
            return Some((symbol, value & mask(width(t)?)));
        }
        let args = terms.args(t);
        match terms.op(t) {
            Op::Add => {
                let (constant, rest) = match (terms.const_u64(args[0]), terms.const_u64(args[1])) {
                    (Some(c), _) => (c, args[1]),
                    (_, Some(c)) => (c, args[0]),
                    _ => return None,
                };
                value = value.wrapping_sub(constant) & mask(width(t)?);
                t = rest;
            }
            Op::Sext => t = args[0],
            Op::Concat if terms.const_u64(args[0]).is_some() => t = args[1],
            _ => return None,
        }
    }
}

impl Found {
    fn enter(&mut self, op: Op, is_left: bool, is_complemented: bool, value: u64) {
        match op {
            Op::Eq => self.at.extend([value, value.wrapping_add(1)]),
            // x < c begins another class at c, c < x behind it.
            _ => drop(self.at.insert(if is_left != is_complemented { value } else { value.wrapping_add(1) })),
        }
        self.is_signed |= op == Op::Slt;
        self.is_unsigned |= op == Op::Ult;
    }
}

/// Variables whose values are copied are cut where the copies are.
fn hand_on(system: &System, index: &FxHashMap<TermId, usize>, found: &mut [Found]) {
    let terms = &system.terms;
    let sources: Vec<Vec<usize>> = system.vars.iter().map(|v| leaves(terms, index, v.next)).collect();
    for _ in 0..ROUNDS {
        let mut changed = false;
        for (v, sources) in sources.iter().enumerate() {
            for &source in sources.iter().filter(|s| **s != v) {
                let from = found[v].clone();
                let to = &mut found[source];
                let before = (to.at.len(), to.is_signed, to.is_unsigned);
                to.at.extend(from.at);
                to.is_signed |= from.is_signed;
                to.is_unsigned |= from.is_unsigned;
                changed |= before != (to.at.len(), to.is_signed, to.is_unsigned);
            }
        }
        if !changed {
            return;
        }
    }
}

/// The symbols among the cases of a value.
fn leaves(terms: &Terms, index: &FxHashMap<TermId, usize>, value: TermId) -> Vec<usize> {
    let mut seen = pm_term::NodeSet::default();
    let mut out = Vec::new();
    let mut work = vec![value];
    while let Some(t) = work.pop() {
        if !seen.insert(t) {
            continue;
        }
        if let Some(&symbol) = index.get(&t) {
            out.push(symbol);
        } else if terms.op(t) == Op::Ite {
            let args = terms.args(t);
            work.extend([args[1], args[2]]);
        }
    }
    out
}

//! Sums over arrays, told by prefix sums that are known in advance.
//!
//! Where a step adds to a variable what it computes from a loop's variable `x`, from arrays that nobody writes to any more and from variables that never
//! change, `s' = s + f(x)`, there is an array `P` with `f(x) = P[x + 1] - P[x]` for all `x` but the largest: the sums of `f` below `x`, and
//! `P[0] = 0`. A new variable is that array from the first step on, and the step becomes `s' = s + P[x + 1] - P[x]`. The system does all that it
//! did, with the right choice of `P`, and more. With cells of `P` at `x` and at its bounds the sum is a linear matter: `s = P[x]`.
//!
//! Loops that compute the same of another variable, or add it with another sign, share `P`.

use super::shape::is_cast;
use crate::system::{StateVar, System};
use pm_base::Span;
use pm_term::{Op, Sort, Substitution, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Prefix sums of one system.
const MAX_SUMS: usize = 4;
/// Places at which they are looked at and that do not move.
const MAX_FIXED: usize = 5;
/// Places that do.
const MAX_MOVING: usize = 4;
/// Widths of sums.
const WIDTHS: std::ops::RangeInclusive<u32> = 8..=64;

/// An array of prefix sums.
pub struct Prefix {
    pub var: usize,
    /// Indices over variables that never change.
    pub fixed: Vec<TermId>,
    /// Indices over variables that do.
    pub moving: Vec<TermId>,
}

/// Puts prefix sums into a system, if it has sums over arrays.
pub fn introduce(system: &mut System) -> Vec<Prefix> {
    let mut sums = Sums::new(system);
    for v in 0..sums.system.vars.len() {
        let now = sums.system.vars[v].now;
        let is_scalar = matches!(sums.system.terms.sort(now), Sort::Bv(w) if WIDTHS.contains(&w));
        if is_scalar && v != System::PC && has_read(&sums.system.terms, sums.system.vars[v].next) {
            sums.accumulator(v);
        }
    }
    sums.finish()
}

fn has_read(terms: &Terms, t: TermId) -> bool {
    terms.cone(&[t]).into_iter().any(|t| terms.op(t) == Op::Select)
}

/// How a summand came to its width.
#[derive(Clone, Copy)]
enum Extension {
    None,
    Sign,
    Zero,
}

struct Found {
    /// The summand, of a placeholder in place of the variable.
    of: TermId,
    symbol: TermId,
    name: String,
    /// The variables that run over it.
    runners: Vec<usize>,
}

struct Sums<'s> {
    system: &'s mut System,
    vars: FxHashMap<TermId, usize>,
    /// By width.
    placeholders: FxHashMap<u32, TermId>,
    found: Vec<Found>,
}

impl<'s> Sums<'s> {
    fn new(system: &'s mut System) -> Self {
        let vars = system.vars.iter().enumerate().map(|(v, var)| (var.now, v)).collect();
        Sums { system, vars, placeholders: FxHashMap::default(), found: Vec::new() }
    }

    /// From this location on nobody changes the variable.
    fn is_settled(&self, var: usize, location: u32) -> bool {
        let automaton = &self.system.automaton;
        let mut changing = vec![false; automaton.places.len()];
        automaton.edges().filter(|e| e.assigns(var)).for_each(|e| changing[e.from as usize] = true);
        !automaton.leading_to(changing)[location as usize]
    }

    /// What is added to a variable becomes a difference of prefix sums.
    fn accumulator(&mut self, v: usize) {
        let now = self.system.vars[v].now;
        for l in 0..self.system.automaton.places.len() as u32 {
            if l == System::ENTRY {
                continue;
            }
            for k in 0..self.system.automaton.from(l).len() {
                let value = self.system.automaton.from(l)[k].value(&self.system.vars, v);
                let mut change = Substitution::new();
                for summand in summands(&self.system.terms, value, now) {
                    if let Some(new) = self.told(summand, Extension::None, self.system.terms.width(now), l) {
                        change.replace(summand, new);
                    }
                }
                let new = self.system.terms.substitute(value, &mut change);
                self.system.automaton.places[l as usize].edges[k].assign(v, new);
            }
        }
    }

    /// A summand with differences of prefix sums in it.
    fn told(&mut self, t: TermId, by: Extension, width: u32, location: u32) -> Option<TermId> {
        if let Some(x) = self.runner(t, location) {
            let whole = self.extend(t, by, width);
            return self.difference(whole, x);
        }
        if t.is_complemented() {
            return None;
        }
        let terms = &self.system.terms;
        let args = terms.args(t);
        match (terms.op(t), by) {
            (Op::Sext, Extension::None | Extension::Sign) => self.told(args[0], Extension::Sign, width, location),
            (Op::Concat, Extension::None | Extension::Zero) if terms.const_u64(args[0]) == Some(0) => {
                self.told(args[1], Extension::Zero, width, location)
            }
            (Op::Ite, _) => {
                let (cond, a, b) = (args[0], args[1], args[2]);
                let (then, other) = (self.told(a, by, width, location), self.told(b, by, width, location));
                if then.is_none() && other.is_none() {
                    return None;
                }
                let then = then.unwrap_or_else(|| self.extend(a, by, width));
                let other = other.unwrap_or_else(|| self.extend(b, by, width));
                Some(self.system.terms.ite(cond, then, other))
            }
            _ => None,
        }
    }

    fn extend(&mut self, t: TermId, by: Extension, width: u32) -> TermId {
        match by {
            Extension::None => t,
            Extension::Sign => self.system.terms.sext(t, width),
            Extension::Zero => self.system.terms.zext(t, width),
        }
    }

    /// The variable that a term is a function of, if there is one: all else in it never changes, and it reads an array.
    fn runner(&mut self, t: TermId, location: u32) -> Option<usize> {
        if !has_read(&self.system.terms, t) {
            return None;
        }
        let mut runner = None;
        for s in self.system.terms.symbols_of(&[t]) {
            let var = *self.vars.get(&self.system.terms.symbol_term(s))?;
            let sort = self.system.terms.sort(self.system.vars[var].now);
            match sort {
                Sort::Array { .. } if self.is_settled(var, location) => {}
                _ if self.system.automaton.is_frozen(var) => {}
                Sort::Bv(width) if runner.is_none() && WIDTHS.contains(&width) => runner = Some(var),
                Sort::Bool | Sort::Bv(_) | Sort::Array { .. } => return None,
            }
        }
        runner
    }

    /// A function of a variable as a difference of prefix sums.
    fn difference(&mut self, t: TermId, x: usize) -> Option<TermId> {
        let now = self.system.vars[x].now;
        let (index, elem) = (self.system.terms.width(now), self.system.terms.width(t));
        let terms = &mut self.system.terms;
        let placeholder = *self.placeholders.entry(index).or_insert_with(|| terms.fresh("runner", Sort::Bv(index)));
        let mut to = Substitution::new();
        to.replace(now, placeholder);
        let of = self.system.terms.substitute(t, &mut to);
        let known = self.found.iter().position(|f| f.of == of);
        let number = match known {
            Some(number) => number,
            None if self.found.len() >= MAX_SUMS => return None,
            None => {
                let symbol = self.system.terms.fresh("sums", Sort::Array { index, elem });
                let name = format!("sum{}", self.found.len() + 1);
                self.found.push(Found { of, symbol, name, runners: Vec::new() });
                self.found.len() - 1
            }
        };
        let found = &mut self.found[number];
        if !found.runners.contains(&x) {
            found.runners.push(x);
        }
        let sums = found.symbol;
        let terms = &mut self.system.terms;
        let (one, largest) = (terms.one(index), terms.ones(index));
        let after = terms.add(now, one);
        let (upto, before) = (terms.select(sums, after), terms.select(sums, now));
        let difference = terms.sub(upto, before);
        let is_last = terms.eq(now, largest);
        Some(terms.ite(is_last, t, difference))
    }

    /// The new variables.
    fn finish(mut self) -> Vec<Prefix> {
        let mut out = Vec::new();
        for found in std::mem::take(&mut self.found) {
            let (fixed, moving) = self.places(&found);
            let terms = &mut self.system.terms;
            let sort = terms.sort(found.symbol);
            let Sort::Array { index, elem } = sort else { continue };
            let chosen = terms.fresh("chosen", sort);
            self.system.inputs.push(chosen);
            let terms = &mut self.system.terms;
            let (first, zero) = (terms.zero(index), terms.zero(elem));
            let chosen = terms.store(chosen, first, zero);
            let init = terms.const_array(index, zero);
            let var = self.system.vars.len();
            let (name, now) = (found.name, found.symbol);
            self.system.vars.push(StateVar { name, ty: None, span: Span::NONE, now, init, next: now, place: None });
            let first = &mut self.system.automaton.places[System::ENTRY as usize].edges;
            first.iter_mut().for_each(|e| e.assign(var, chosen));
            for (l, location) in self.system.locations.iter_mut().enumerate() {
                if l != System::ENTRY as usize && l != System::END as usize {
                    location.live.push(var as u32);
                }
            }
            out.push(Prefix { var, fixed, moving });
        }
        if !out.is_empty() {
            self.system.flatten();
        }
        out
    }

    /// Where the sums are of interest: at the variables that run, where these begin, and where they end.
    fn places(&mut self, found: &Found) -> (Vec<TermId>, Vec<TermId>) {
        let (mut fixed, mut moving) = (Vec::new(), Vec::new());
        for &x in &found.runners {
            let now = self.system.vars[x].now;
            let (mut ends, mut goes_down) = (self.bounds(x), false);
            let one = self.system.terms.one(self.system.terms.width(now));
            let before = self.system.terms.sub(now, one);
            for edge in self.system.automaton.edges().filter(|e| e.assigns(x)) {
                for t in choices(&self.system.terms, edge.value(&self.system.vars, x)) {
                    goes_down |= t == before;
                    ends.push(t);
                }
            }
            ends.retain(|&t| self.never_changes(t));
            let terms = &mut self.system.terms;
            let mut at = now;
            if goes_down {
                ends.iter_mut().for_each(|t| *t = terms.add(*t, one));
                at = terms.add(now, one);
            }
            fixed.extend(ends);
            moving.push(at);
        }
        let mut seen = FxHashSet::default();
        fixed.retain(|t| seen.insert(*t));
        fixed.truncate(MAX_FIXED);
        moving.truncate(MAX_MOVING);
        (fixed, moving)
    }

    /// What a variable is compared with: the first value that is no longer below.
    fn bounds(&mut self, x: usize) -> Vec<TermId> {
        let now = self.system.vars[x].now;
        let width = self.system.terms.width(now);
        let mut out = Vec::new();
        for l in 0..self.system.automaton.places.len() as u32 {
            let edges = self.system.automaton.from(l).iter();
            let roots: Vec<TermId> = edges.flat_map(|e| [e.value(&self.system.vars, x), e.guard]).collect();
            for t in self.system.terms.cone(&roots) {
                let op = self.system.terms.op(t);
                if !matches!(op, Op::Slt | Op::Ult | Op::Eq) {
                    continue;
                }
                let terms = &mut self.system.terms;
                let (a, b) = (terms.args(t)[0], terms.args(t)[1]);
                let one = terms.one(width);
                if terms.sort(a) == Sort::Bool || terms.sort(a).is_array() || terms.width(a) < width {
                    continue;
                }
                if is_cast(terms, a, now) {
                    out.push(terms.truncate(b, width));
                }
                if is_cast(terms, b, now) {
                    let bound = terms.truncate(a, width);
                    out.push(if op == Op::Eq { bound } else { terms.add(bound, one) });
                }
            }
        }
        out
    }

    fn never_changes(&self, t: TermId) -> bool {
        let System { terms, vars, automaton, .. } = &*self.system;
        let is_fixed = |v: usize| !terms.sort(vars[v].now).is_array() && automaton.is_frozen(v);
        let symbols = terms.symbols_of(&[t]);
        symbols.into_iter().all(|s| self.vars.get(&terms.symbol_term(s)).is_some_and(|&v| is_fixed(v)))
    }
}

/// What a term chooses between, each once.
fn choices(terms: &Terms, t: TermId) -> Vec<TermId> {
    let (mut out, mut seen, mut left) = (Vec::new(), FxHashSet::default(), vec![t]);
    while let Some(t) = left.pop() {
        if !seen.insert(t) {
            continue;
        }
        match terms.op(t) {
            Op::Ite => left.extend_from_slice(&terms.args(t)[1..]),
            _ => out.push(t),
        }
    }
    out
}

/// What is added to a variable, or subtracted from it, in some branch of its next value.
fn summands(terms: &Terms, next: TermId, now: TermId) -> Vec<TermId> {
    let (mut out, mut seen, mut left) = (Vec::new(), FxHashSet::default(), vec![next]);
    while let Some(t) = left.pop() {
        if !seen.insert(t) {
            continue;
        }
        let args = terms.args(t);
        match terms.op(t) {
            Op::Not => left.push(args[0]),
            Op::Ite => left.extend_from_slice(&args[1..]),
            Op::Add => left.extend_from_slice(&args),
            _ if t.regular() == now || terms.is_const(t) => {}
            _ => out.push(t),
        }
    }
    out
}

//! Executions on values of a program with arrays, where large constants are small.
//!
//! A loop over 100,000 elements shows what it does with 6 of them, and then the loops behind it show what they do. So the large
//! constants of the program (sizes, bounds) are replaced by small ones that are related as the large ones are, in several ways; each is
//! a column of the samples, so that relations with it are seen as such. What is found this way is a guess like any other.

use super::samples::{Sample, Samples};
use super::views::Views;
use super::walks::Walks;
use crate::System;
use crate::automaton::Automaton;
use crate::reduce::Cells;
use pm_base::Random;
use pm_solve::Limits;
use pm_term::domain::{MAX_WIDTH, mask, signed};
use pm_term::{ArrayValue, Bits, Evaluator, Op, Sort, Substitution, TermId, Terms, Value};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// What the smallest large constant becomes.
const SCALES: [i64; 3] = [5, 8, 21];
pub const RUNS: u64 = 40;
/// As long as locations have few samples.
const MORE_RUNS: u64 = 240;
const FEW: usize = 150;
const STEPS: usize = 600;
/// Samples that are kept of a location.
const KEPT: usize = 448;
/// Choices of prophecies for a state.
const CHOICES: usize = 3;
/// Each step costs the size of the arena: so many nodes in all.
const WORK: usize = 40_000_000;
/// Constants from here on are large.
const LARGE: i64 = 80;
/// Constants that far from a rounder one go with it.
const NEAR: i64 = 2;
/// The largest factor between constants that stays.
const FACTOR: i64 = 32;
/// Elements of arrays that begin with arbitrary contents.
const ELEMENTS: u64 = 40;
/// Their bits: sums of them do not wrap around, so that they are seen as sums.
const ELEMENT_BITS: u32 = 40;

/// Samples by location: the variables, then the constants, then whether each claim holds, then the indices of the cells.
pub struct Scaled {
    pub at: Vec<Vec<Sample>>,
    /// The constants that were scaled, as they are in the program.
    pub consts: Vec<TermId>,
}

impl Scaled {
    /// The same without constants, claims and indices, with views.
    pub fn of_variables(&self, system: &System, views: &Views) -> Samples {
        let mut out = Samples::none(system);
        for (l, samples) in self.at.iter().enumerate() {
            for sample in samples {
                let mut eval = Evaluator::new();
                for (var, &value) in system.vars.iter().zip(sample) {
                    let width = match system.terms.sort(var.now) {
                        Sort::Bool => 1,
                        Sort::Bv(width) => width,
                        Sort::Array { .. } => continue,
                    };
                    let bits = Bits::from_u128(width, value.into());
                    system.terms.symbol_id(var.now).into_iter().for_each(|s| eval.set_bits(s, bits.clone()));
                }
                let mut kept: Sample = sample[..system.vars.len()].to_vec();
                kept.extend(views.at[l].iter().map(|v| pattern(&eval.eval(&system.terms, v.term))));
                out.at[l].push(kept);
                out.contents[l].push(Vec::new());
            }
        }
        out
    }
}

/// A value as a number, if it is one.
fn pattern(v: &Value) -> u64 {
    match v {
        Value::Bits(b) if b.width() <= MAX_WIDTH => b.to_u128().unwrap_or(0) as u64,
        Value::Bits(_) | Value::Array(_) => 0,
    }
}

/// So many `runs` with each scale, or more where locations have few samples.
pub fn collect(system: &mut System, cells: &Cells, walks: &Walks, runs: u64, limits: &Limits) -> Scaled {
    let consts = large_constants(system, cells);
    let mut sampler = Sampler {
        at: vec![Vec::new(); system.locations.len()],
        met: vec![0; system.locations.len()],
        seen: FxHashSet::default(),
        random: Random::new(7),
        work: WORK,
        walks,
    };
    for &scale in if consts.is_empty() { &SCALES[..1] } else { &SCALES[..] } {
        let program = Program::new(system, cells, &consts, scale);
        // Sums are seen as such as long as no sample of them wraps around.
        let most = if cells.prophecies.is_empty() { runs } else { MORE_RUNS };
        for run in 0..most {
            let enough = run >= runs && !sampler.at.iter().any(|s| (1..FEW).contains(&s.len()));
            if enough || limits.exceeded().is_some() || !sampler.run(system, &program, cells, run) {
                break;
            }
        }
        sampler.work = WORK;
    }
    Scaled { at: sampler.at, consts }
}

// ---- constants -------------------------------------------------------------------------------------------------------

/// Constants that something is compared with, large ones only.
fn large_constants(system: &System, cells: &Cells) -> Vec<TermId> {
    let terms = &system.terms;
    let roots: Vec<TermId> = cells.concrete.next.iter().chain(&cells.concrete.bad).copied().collect();
    let mut out: Vec<TermId> = Vec::new();
    for t in terms.cone(&roots) {
        if !matches!(terms.op(t), Op::Slt | Op::Ult | Op::Eq) {
            continue;
        }
        let args = terms.args(t);
        for (bound, other) in [(args[0], args[1]), (args[1], args[0])] {
            let large = value(system, bound).is_some_and(|v| (LARGE..1 << 40).contains(&v));
            if large && !is_limit(system, bound) && is_counter(terms, other) {
                out.push(bound);
            }
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

fn value(system: &System, t: TermId) -> Option<i64> {
    match system.terms.sort(t) {
        Sort::Bv(width) if width <= MAX_WIDTH => system.terms.const_u64(t).map(|v| signed(width, v)),
        Sort::Bool | Sort::Bv(_) | Sort::Array { .. } => None,
    }
}

/// A symbol, perhaps plus a constant, in any width. Offsets in bytes and elements of arrays are none.
fn is_counter(terms: &Terms, t: TermId) -> bool {
    let (t, mut left) = (t.regular(), 8);
    let mut at = t;
    while left > 0 {
        left -= 1;
        let args = terms.args(at);
        at = match terms.op(at) {
            Op::Symbol => return !terms.sort(at).is_array(),
            Op::Extract if terms.extract_lo(at) == 0 => args[0].regular(),
            Op::Sext => args[0].regular(),
            Op::Add if terms.is_const(args[0]) => args[1].regular(),
            Op::Add if terms.is_const(args[1]) => args[0].regular(),
            Op::Concat if terms.const_u64(args[0]) == Some(0) => args[1].regular(),
            _ => return false,
        };
    }
    false
}

/// The largest value of the type: no bound of a program.
fn is_limit(system: &System, t: TermId) -> bool {
    value(system, t).is_some_and(|v| v as u64 == mask(system.terms.width(t) - 1))
}

/// Digits that are zero, in tens and in twos.
fn roundness(v: i64) -> u32 {
    let mut tens = 0;
    let mut rest = v;
    while rest != 0 && rest % 10 == 0 {
        (tens, rest) = (tens + 1, rest / 10);
    }
    4 * tens + v.trailing_zeros()
}

/// The values and what they become: multiples stay multiples, products stay products, neighbours stay neighbours.
fn scaled(values: &[i64], scale: i64) -> Vec<(i64, i64)> {
    let mut sorted: Vec<i64> = values.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let base = |v: i64| {
        let near = sorted.iter().copied().filter(|u| (u - v).abs() <= NEAR);
        near.max_by_key(|&u| (roundness(u), u == v)).unwrap_or(v)
    };
    let mut bases: Vec<(i64, i64)> = Vec::new();
    for &v in sorted.iter().filter(|&&v| base(v) == v) {
        let multiple = bases.iter().rev().find(|(b, _)| v % b == 0 && v / b <= FACTOR).map(|(b, s)| s * (v / b));
        let product = || {
            let of = |(b, s): &(i64, i64)| {
                let other = bases.iter().find(|(c, _)| v % b == 0 && v / b == *c)?;
                s.checked_mul(other.1)
            };
            bases.iter().find_map(of)
        };
        let next = || bases.iter().map(|(_, s)| s + 4).max().unwrap_or(scale);
        let small = multiple.or_else(product).unwrap_or_else(next);
        bases.push((v, small));
    }
    let of = |v: i64| {
        let b = base(base(v));
        let small = bases.iter().find(|(x, _)| *x == b).map_or(v, |(_, s)| *s);
        small + (v - b)
    };
    sorted.iter().map(|&v| (v, of(v))).collect()
}

/// The program with scaled constants.
struct Program {
    automaton: Automaton,
    /// By location: something bad happens in its step.
    bad: Vec<TermId>,
    /// What the cells hold: reads of the arrays.
    reads: Vec<TermId>,
    claims: Vec<TermId>,
    indices: Vec<TermId>,
    /// Values of the constants.
    consts: Vec<u64>,
    largest: u64,
}

impl Program {
    fn new(system: &mut System, cells: &Cells, consts: &[TermId], scale: i64) -> Program {
        let values: Vec<i64> = consts.iter().filter_map(|&c| value(system, c)).collect();
        let map = scaled(&values, scale);
        let small = |v: i64| map.iter().find(|(x, _)| *x == v).map(|(_, s)| *s);
        // All constants of these values, and those that are these less something small, whatever they are used for.
        let mut all: Vec<TermId> = cells.concrete.next.iter().chain(&cells.concrete.bad).copied().collect();
        all.extend(cells.claims.iter().chain(cells.cells.iter().map(|c| &c.index)));
        let mut replaced: Vec<(TermId, TermId)> = Vec::new();
        for t in system.terms.cone(&all) {
            let Some(v) = value(system, t) else { continue };
            let near = [0, 1, -1, 2, -2].into_iter().find_map(|d| Some(small(v + d)? - d));
            let negative = || [0, 1, -1].into_iter().find_map(|d| Some(-(small(d - v)? - d)));
            let by = if v >= LARGE {
                near
            } else if v <= -LARGE {
                negative()
            } else {
                None
            };
            if let Some(by) = by {
                let width = system.terms.width(t);
                replaced.push((t, system.terms.bv_signed(width, by.into())));
            }
        }
        let mut change = Substitution::new();
        replaced.iter().for_each(|(from, to)| change.replace(*from, *to));
        let mut automaton = cells.concrete.automaton.clone();
        automaton.change(|t| system.terms.substitute(t, &mut change));
        let bad = cells.concrete.bad.iter().map(|&t| system.terms.substitute(t, &mut change)).collect();
        let (mut reads, mut indices) = (Vec::new(), Vec::new());
        for cell in &cells.cells {
            let index = system.terms.substitute(cell.index, &mut change);
            reads.push(system.terms.select(system.vars[cell.array].now, index));
            indices.push(index);
        }
        let claims = cells.claims.iter().map(|&t| system.terms.substitute(t, &mut change)).collect();
        let of = |c: &TermId| {
            let v = value(system, *c).unwrap_or(0);
            small(v).unwrap_or(v) as u64 & mask(system.terms.width(*c))
        };
        let consts: Vec<u64> = consts.iter().map(of).collect();
        let largest = consts.iter().copied().max().unwrap_or(10).min(24);
        Program { automaton, bad, reads, claims, indices, consts, largest }
    }
}

// ---- executions ------------------------------------------------------------------------------------------------------

struct Sampler<'a> {
    at: Vec<Vec<Sample>>,
    /// Samples that were met by location, kept or not.
    met: Vec<u64>,
    seen: FxHashSet<(u32, Sample)>,
    random: Random,
    work: usize,
    walks: &'a Walks,
}

impl Sampler<'_> {
    /// One execution; whether there is work left to spend.
    fn run(&mut self, system: &System, program: &Program, cells: &Cells, run: u64) -> bool {
        let terms = &system.terms;
        let mut eval = Evaluator::new();
        let vars = &system.vars[..cells.concrete.next.len()];
        let mut values: Vec<Value> = vars.iter().map(|v| eval.eval(terms, v.init)).collect();
        for _ in 0..STEPS {
            let location = values[System::PC].bits().to_u128().unwrap_or(0) as usize;
            if location == System::END as usize || location >= self.at.len() {
                break;
            }
            let Some(left) = self.work.checked_sub(terms.len()) else { return false };
            self.work = left;
            let mut eval = Evaluator::new();
            for (var, value) in vars.iter().zip(&values) {
                terms.symbol_id(var.now).into_iter().for_each(|s| eval.set(s, value.clone()));
            }
            if location != System::ENTRY as usize {
                for _ in 0..CHOICES {
                    self.keep(system, program, cells, location, &values, &mut eval);
                }
            }
            for &input in &cells.concrete.inputs {
                let value = self.input(terms.sort(input), program, run);
                terms.symbol_id(input).into_iter().for_each(|s| eval.set(s, value.clone()));
            }
            if eval.eval_bool(terms, program.bad[location]) {
                break;
            }
            let Some(after) = program.automaton.step(terms, &mut eval, location as u32, &values) else { break };
            values = after;
        }
        true
    }

    /// A sample of a state, with some choice of prophecies.
    fn keep(
        &mut self,
        system: &System,
        program: &Program,
        cells: &Cells,
        location: usize,
        values: &[Value],
        eval: &mut Evaluator,
    ) {
        let mut sample: Sample = values.iter().map(pattern).collect();
        let chosen_at_walk = self.at_walk(system, &sample);
        let mut last = None;
        for &(p, most) in &cells.prophecies {
            let now = system.vars[p].now;
            let width = system.terms.width(now);
            let at_walk = chosen_at_walk.iter().find(|c| c.0 == p).map(|c| c.1);
            let chosen = at_walk.unwrap_or_else(|| self.prophecy(system, location, &sample, program, width, last));
            let chosen = chosen & mask(width.min(MAX_WIDTH));
            let chosen = if chosen > most { chosen % (most + 1) } else { chosen };
            last = Some(chosen);
            sample.push(chosen);
            let value = Bits::from_u128(width, chosen.into());
            system.terms.symbol_id(now).into_iter().for_each(|s| eval.set_bits(s, value.clone()));
        }
        let held: Vec<Value> = program.reads.iter().map(|&t| eval.eval(&system.terms, t)).collect();
        for (cell, value) in cells.cells.iter().zip(held) {
            sample.push(pattern(&value));
            let symbol = system.terms.symbol_id(system.vars[cell.var].now);
            symbol.into_iter().for_each(|s| eval.set(s, value.clone()));
        }
        sample.extend_from_slice(&program.consts);
        sample.extend(program.claims.iter().map(|&t| u64::from(eval.eval_bool(&system.terms, t))));
        sample.extend(program.indices.iter().map(|&t| pattern(&eval.eval(&system.terms, t))));
        if !self.seen.insert((location as u32, sample.clone())) {
            return;
        }
        self.met[location] += 1;
        if self.at[location].len() < KEPT {
            self.at[location].push(sample);
        } else {
            let place = self.random.below(self.met[location]) as usize;
            if let Some(old) = self.at[location].get_mut(place) {
                *old = sample;
            }
        }
    }

    /// Sometimes prophecies are where the program walks just now, or next to it: that is where guards begin and end.
    fn at_walk(&mut self, system: &System, sample: &Sample) -> Vec<(usize, u64)> {
        let (grids, ramps) = (&self.walks.grids, &self.walks.ramps);
        let count = (grids.len() + ramps.len()) as u64;
        if count == 0 || self.random.below(5) < 3 {
            return Vec::new();
        }
        let walk = self.random.below(count) as usize;
        let value = |v: usize| match system.terms.sort(system.vars[v].now) {
            Sort::Bv(width) if width <= MAX_WIDTH => signed(width, sample[v]),
            Sort::Bool | Sort::Bv(_) | Sort::Array { .. } => 0,
        };
        match walk.checked_sub(grids.len()) {
            None => {
                let random = &mut self.random;
                let near = |&(p, x): &(usize, usize)| {
                    (p, value(x).wrapping_add([0, 0, 0, 0, -1, 1][random.below(6) as usize]) as u64)
                };
                grids[walk].iter().map(near).collect()
            }
            Some(ramp) => {
                let ramp = &ramps[ramp];
                let at = ramp.sum.iter().fold(0i64, |n, &(x, factor)| n.wrapping_add(value(x).wrapping_mul(factor)));
                vec![(ramp.prophecy, at.wrapping_add(self.random.below(12) as i64 - 6) as u64)]
            }
        }
    }

    /// Near the values of the variables, near the prophecy before, or any small number.
    fn prophecy(
        &mut self,
        system: &System,
        location: usize,
        sample: &Sample,
        program: &Program,
        width: u32,
        last: Option<u64>,
    ) -> u64 {
        let near = |r: &mut Random, v: u64| v.wrapping_add(r.below(3)).wrapping_sub(1);
        match (self.random.below(10), last) {
            (0..=2, Some(v)) => near(&mut self.random, v),
            (3..=4, _) => {
                let like: Vec<u64> = system.locations[location]
                    .live
                    .iter()
                    .map(|&v| v as usize)
                    .filter(|&v| v < sample.len() && system.terms.sort(system.vars[v].now) == Sort::Bv(width))
                    .map(|v| sample[v])
                    .collect();
                match like.is_empty() {
                    true => self.random.below(program.largest + 1),
                    false => {
                        let v = self.random.pick(&like);
                        near(&mut self.random, v)
                    }
                }
            }
            _ => self.random.below(program.largest + 1),
        }
    }

    fn input(&mut self, sort: Sort, program: &Program, run: u64) -> Value {
        match sort {
            Sort::Bool => Value::Bits(Bits::from_u128(1, self.number(program, run).into()).extract(0, 0)),
            Sort::Bv(width) => {
                let m = mask(width.min(MAX_WIDTH));
                Value::Bits(Bits::from_u128(width, (self.number(program, run) & m).into()))
            }
            Sort::Array { index, elem } => {
                let m = mask(elem.min(ELEMENT_BITS));
                let mut array = ArrayValue::new(index, Bits::from_u128(elem, (self.random.draw() & m).into()));
                for at in 0..ELEMENTS.min(1 << index.min(32)) {
                    let value = self.number(program, 2) & m;
                    array.set(Bits::from_u128(index, at.into()), Bits::from_u128(elem, value.into()));
                }
                Value::Array(Rc::new(array))
            }
        }
    }

    fn number(&mut self, program: &Program, run: u64) -> u64 {
        match (run, self.random.below(10)) {
            (0, _) => 0,
            (1, _) => 1,
            (_, 0..=2) => self.random.below(4),
            (_, 3..=5) => self.random.below(12),
            // Sizes that must be divisible by something.
            (_, 6) => self.random.below(7) * (2 + self.random.below(4)),
            (_, 7) => match program.consts.is_empty() {
                true => self.random.below(30),
                false => self.random.pick(&program.consts),
            },
            (_, 8) => 0u64.wrapping_sub(self.random.below(5)),
            _ => self.random.draw() >> self.random.below(60),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_keep_their_relations() {
        let map = scaled(&[100_000, 99_999, 50_000, 400_000, 1000, 1_000_000, 777], 5);
        let of = |v| map.iter().find(|(x, _)| *x == v).map_or(0, |(_, s)| *s);
        assert_eq!(of(99_999) + 1, of(100_000));
        assert_eq!(of(50_000) * 2, of(100_000));
        assert_eq!(of(100_000) * 4, of(400_000));
        assert!(of(777) < of(1000) && of(1000) < of(50_000));
    }
}

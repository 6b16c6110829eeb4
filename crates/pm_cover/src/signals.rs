//! Inputs as signals: each place that asks for inputs gets the same value for a while, then another one.
//!
//! Controllers look at their inputs cycle by cycle, and what is interesting in them comes after many cycles in which a value stays in a range. Values are
//! the constants of the program, what lies between two of them, small numbers and arbitrary ones. Runs that came to something new are gone on from, at
//! any of their inputs, with the values that were held there; so are runs that ended in a new state, the least used state first. A state is what integer globals
//! hold, roughly (Ecoffet et al., "First return, then explore").

use crate::judge::Input;
use crate::suite::{leaves, watched_globals};
use pm_base::num::{FloatFormat, IntFormat};
use pm_base::{Random, Span, Symbol};
use pm_interp::{Oracle, Outcome, RunResult};
use pm_ir::uses::inst_operands;
use pm_ir::{GlobalId, Operand, Program, TermKind, Ty};
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

/// Inputs of a run, behind those that it repeats.
const INPUTS: [usize; 4] = [16, 64, 256, 1024];
/// A value is changed once in so many.
const CHANGES: [u64; 5] = [2, 8, 16, 32, 128];
const KEPT: usize = 512;
/// States that are kept, the inputs of a run to one, and the integers that make one.
const STATES: usize = 2048;
const REACH: usize = 2048;
const PARTS: usize = 256;
/// The least used of so many states is gone on from.
const DRAWN: u64 = 6;

pub struct Signals {
    random: Random,
    ints: Vec<i128>,
    floats: Vec<f64>,
    kept: Vec<Vec<Input>>,
    states: Vec<State>,
    /// By what a state is, its place.
    known: FxHashMap<u64, usize>,
    watched: Vec<GlobalId>,
    /// Places and sizes of integers in a snapshot.
    parts: Vec<(usize, usize)>,
}

/// A run that ended in a state that others did not end in.
struct State {
    inputs: Vec<u128>,
    used: u32,
}

impl Signals {
    pub fn new(program: &Program) -> Signals {
        let (mut ints, mut floats) = (BTreeSet::new(), Vec::new());
        let users = program.funcs.iter().filter(|f| !f.is_model).flat_map(|f| f.blocks.iter());
        for block in users {
            let mut note = |operand: &Operand| match *operand {
                Operand::Int(f, bits) if f.bits <= 64 => {
                    _ = ints.insert(if f.signed { f.to_i128(bits) } else { bits as i128 })
                }
                Operand::Float(f, bits) => floats.extend(as_f64(f, bits)),
                _ => {}
            };
            block.insts.iter().for_each(|i| inst_operands(&i.kind, &mut note));
            if let TermKind::Switch { cases, .. } = &block.term.kind {
                ints.extend(cases.iter().map(|c| c.lo as i128));
            }
        }
        floats.extend(ints.iter().filter(|i| i.unsigned_abs() < 1 << 24).map(|i| *i as f64));
        floats.retain(|f| f.is_finite());
        floats.sort_by(f64::total_cmp);
        floats.dedup();
        let (watched, parts) = parts(program);
        let (states, known) = (Vec::new(), FxHashMap::default());
        let ints = ints.into_iter().collect();
        Signals { random: Random::new(1), ints, floats, kept: Vec::new(), states, known, watched, parts }
    }

    /// What is to be known of each run.
    pub fn watched(&self) -> &[GlobalId] {
        &self.watched
    }

    /// Keeps a run that asked for more inputs, if it ended in a new state, or came to a known one sooner.
    pub fn note(&mut self, run: &RunResult) {
        if !matches!(run.outcome, Outcome::InputsExhausted { .. }) || run.inputs.len() > REACH {
            return;
        }
        let state = self.state(run);
        let inputs = || run.inputs.iter().map(|i| i.2).collect::<Vec<u128>>();
        match self.known.get(&state) {
            Some(at) if self.states[*at].inputs.len() > run.inputs.len() => self.states[*at].inputs = inputs(),
            Some(_) => {}
            None if self.states.len() < STATES => {
                self.known.insert(state, self.states.len());
                self.states.push(State { inputs: inputs(), used: 0 });
            }
            None => {}
        }
    }

    /// Small numbers as they are, others by their size; what was covered, where there are no globals.
    fn state(&self, run: &RunResult) -> u64 {
        let mut hasher = FxHasher::default();
        for (at, size) in &self.parts {
            let Some(bytes) = run.snapshot.get(*at..at + size) else { continue };
            let mut wide = [if bytes.last().is_some_and(|b| *b > 127) { 0xff } else { 0 }; 8];
            wide[..*size].copy_from_slice(bytes);
            let value = i64::from_le_bytes(wide);
            let rough = if value.unsigned_abs() < 4 {
                value
            } else {
                (4 + i64::from(value.unsigned_abs().ilog2())) * value.signum()
            };
            rough.hash(&mut hasher);
        }
        if self.parts.is_empty() {
            run.covered.hash(&mut hasher);
        }
        hasher.finish()
    }

    /// The inputs that lead to a state that was little used.
    fn way(&mut self) -> Vec<u128> {
        let drawn: Vec<usize> = (0..DRAWN).map(|_| self.random.below(self.states.len() as u64) as usize).collect();
        let Some(at) = drawn.into_iter().min_by_key(|at| self.states[*at].used) else { return Vec::new() };
        self.states[at].used += 1;
        self.states[at].inputs.clone()
    }

    pub fn keep(&mut self, inputs: &[Input]) {
        if self.kept.len() < KEPT {
            self.kept.push(inputs.to_vec());
        } else {
            let at = self.random.below(KEPT as u64) as usize;
            self.kept[at] = inputs.to_vec();
        }
    }

    /// The inputs of the next run.
    pub fn next_run(&mut self) -> Signal<'_> {
        let mut first = Vec::new();
        if !self.states.is_empty() && self.random.flip() {
            first = self.way();
        } else if !self.kept.is_empty() && self.random.below(4) != 0 {
            let last = self.random.flip();
            let from = if last { self.kept.len().saturating_sub(8) } else { 0 };
            let at = from + self.random.below((self.kept.len() - from) as u64) as usize;
            let all = self.kept[at].len();
            let length = if self.random.flip() { all } else { self.random.below(all as u64 + 1) as usize };
            first = self.kept[at][..length].iter().map(|i| i.2).collect();
        }
        let left = INPUTS[self.random.below(INPUTS.len() as u64) as usize];
        let change = CHANGES[self.random.below(CHANGES.len() as u64) as usize];
        let (held, at) = (FxHashMap::default(), 0);
        Signal { signals: self, first, at, left, change, held }
    }

    fn value(&mut self, ty: Ty) -> u128 {
        match ty {
            Ty::Int(f) => f.wrap(self.int(f) as u128),
            Ty::Float(f) => self.float(f),
            Ty::Ptr => 0,
        }
    }

    fn int(&mut self, f: IntFormat) -> i128 {
        let wide = i128::from(self.random.draw());
        if f.bits == 1 {
            return wide & 1;
        }
        let n = self.ints.len() as u64;
        match self.random.below(6) {
            0 | 1 if n > 0 => self.ints[self.random.below(n) as usize] + i128::from(self.random.below(3)) - 1,
            2 if n > 1 => {
                let at = self.random.below(n - 1) as usize;
                i128::midpoint(self.ints[at], self.ints[at + 1])
            }
            3 => wide,
            4 => i128::from(self.random.below(256)),
            _ => i128::from(self.random.below(4)),
        }
    }

    fn float(&mut self, f: FloatFormat) -> u128 {
        let n = self.floats.len() as u64;
        let value = match self.random.below(8) {
            0 | 1 if n > 0 => self.floats[self.random.below(n) as usize],
            2..=4 if n > 1 => {
                let at = self.random.below(n - 1) as usize;
                self.floats[at] + (self.floats[at + 1] - self.floats[at]) * (self.random.below(255) + 1) as f64 / 256.0
            }
            5 => self.random.below(1000) as f64 / 8.0,
            6 => f64::from_bits(self.random.draw()),
            _ => 0.0,
        };
        f.from_float(u128::from(value.to_bits()), FloatFormat::F64)
    }
}

/// Globals that make a state, and where the integers in them are.
fn parts(program: &Program) -> (Vec<GlobalId>, Vec<(usize, usize)>) {
    let mut watched: Vec<GlobalId> = watched_globals(program).into_iter().collect();
    watched.sort_unstable();
    let (mut parts, mut from) = (Vec::new(), 0);
    for id in &watched {
        let global = &program.globals[*id];
        let ints = leaves(program, global.cty.ty).into_iter().filter(|l| !l.is_float && l.size <= 8);
        parts.extend(ints.map(|l| (from + l.at as usize, l.size as usize)));
        from += global.size as usize;
    }
    parts.truncate(PARTS);
    (watched, parts)
}

fn as_f64(f: FloatFormat, bits: u128) -> Option<f64> {
    match f {
        FloatFormat::F64 => Some(f64::from_bits(bits as u64)),
        FloatFormat::F32 => Some(f64::from(f32::from_bits(bits as u32))),
        _ => None,
    }
}

pub struct Signal<'s> {
    signals: &'s mut Signals,
    first: Vec<u128>,
    at: usize,
    left: usize,
    change: u64,
    held: FxHashMap<Span, u128>,
}

impl Oracle for Signal<'_> {
    fn nondet(&mut self, _: Symbol, ty: Ty, span: Span) -> Option<u128> {
        if let Some(value) = self.first.get(self.at) {
            self.at += 1;
            self.held.insert(span, *value);
            return Some(*value);
        }
        self.left = self.left.checked_sub(1)?;
        if let Some(value) = self.held.get(&span)
            && self.signals.random.below(self.change) != 0
        {
            return Some(*value);
        }
        let value = self.signals.value(ty);
        self.held.insert(span, value);
        Some(value)
    }
}

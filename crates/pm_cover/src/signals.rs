//! Inputs as signals: each place that asks for inputs gets the same value for a while, then another one.
//!
//! Controllers look at their inputs cycle by cycle, and what is interesting in them comes after many cycles in which a value stays in a range. Values are
//! the constants of the program, what lies between two of them, small numbers and arbitrary ones. Runs that came to something new are gone on from, at
//! any of their inputs, with the values that were held there (Ecoffet et al., "First return, then explore").

use crate::judge::Input;
use pm_base::num::{FloatFormat, IntFormat};
use pm_base::{Random, Span, Symbol};
use pm_interp::Oracle;
use pm_ir::uses::inst_operands;
use pm_ir::{Operand, Program, TermKind, Ty};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Inputs of a run, behind those that it repeats.
const INPUTS: [usize; 4] = [16, 64, 256, 1024];
/// A value is changed once in so many.
const CHANGES: [u64; 5] = [2, 8, 16, 32, 128];
const KEPT: usize = 512;

pub struct Signals {
    random: Random,
    ints: Vec<i128>,
    floats: Vec<f64>,
    kept: Vec<Vec<Input>>,
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
        Signals { random: Random::new(1), ints: ints.into_iter().collect(), floats, kept: Vec::new() }
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
        if !self.kept.is_empty() && self.random.below(4) != 0 {
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

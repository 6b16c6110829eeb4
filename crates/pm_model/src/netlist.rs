//! The transition system as a sequential circuit.
//!
//! Each bit of a variable that matters is a latch, and its next value is a gate. What matters are the variables that the asked
//! conditions depend on, through any number of steps. Everything is exact: no operation is put off. Only whole arrays have no
//! bits; where one matters there is no circuit.

use crate::System;
use pm_ic3::{Circuit, CircuitLatch};
use pm_solve::aig::{Aig, Bit, NodeId};
use pm_solve::{Gates, Limit, Limits};
use pm_term::{ArrayValue, Bits, Evaluator, Sort, SymbolId, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A bit of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LatchBit {
    /// Index into [`System::vars`].
    pub var: u32,
    /// Counted from the least significant one.
    pub bit: u32,
    /// An input of the graph.
    pub now: Bit,
    pub next: Bit,
    pub init: bool,
}

pub struct Netlist {
    gates: Gates,
    pub latches: Vec<LatchBit>,
    /// By condition that was asked for.
    pub roots: Vec<Bit>,
    /// Symbols that have another value in each step.
    inputs: Vec<(SymbolId, Vec<Bit>)>,
}

/// Why there is no circuit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// A variable that is a whole array.
    ArrayState {
        var: usize,
    },
    /// A comparison of whole arrays.
    ArrayComparison,
    Limit(Limit),
}

impl From<Limit> for Unfit {
    fn from(limit: Limit) -> Unfit {
        Unfit::Limit(limit)
    }
}

impl Netlist {
    /// The latches as the reachability engine takes them.
    pub fn circuit_latches(&self) -> Vec<CircuitLatch> {
        let of = |l: &LatchBit| CircuitLatch { now: l.now, next: l.next, init: Some(l.init) };
        self.latches.iter().map(of).collect()
    }

    /// The circuit of all roots; `latches` are those of [`Netlist::circuit_latches`].
    pub fn circuit<'a>(&'a self, latches: &'a [CircuitLatch]) -> Circuit<'a> {
        Circuit { aig: self.aig(), latches, init: &[], constraints: &[], invariants: &[], bad: &self.roots }
    }

    /// The circuit of `roots`, conditions over variables and inputs. `pc_next` takes the place of the program counter's next value.
    pub fn new(system: &System, pc_next: TermId, roots: &[TermId], limits: &Limits) -> Result<Netlist, Unfit> {
        let next = |var: usize| if var == System::PC { pc_next } else { system.vars[var].next };
        let cone = Cone::new(system, roots, &next);
        if let Some(&var) = cone.vars.iter().find(|&&v| system.terms.sort(system.vars[v].now).is_array()) {
            return Err(Unfit::ArrayState { var });
        }
        let (terms, mut gates) = (&system.terms, Gates::new(limits));
        let mut latches = Vec::new();
        let mut eval = Evaluator::new();
        for &var in &cone.vars {
            let init = eval.eval_bits(terms, system.vars[var].init);
            for (bit, now) in gates.bits(terms, system.vars[var].now)?.into_iter().enumerate() {
                let (var, bit) = (var as u32, bit as u32);
                latches.push(LatchBit { var, bit, now, next: now, init: init.bit(bit) });
            }
        }
        let mut inputs = Vec::new();
        for &(symbol, t) in &cone.inputs {
            if !terms.sort(t).is_array() {
                inputs.push((symbol, gates.bits(terms, t)?));
            }
        }
        let mut at = 0;
        for &var in &cone.vars {
            for next in gates.bits(terms, next(var))? {
                latches[at].next = next;
                at += 1;
            }
        }
        let mut bits = Vec::with_capacity(roots.len());
        for &root in roots {
            bits.extend(gates.bits(terms, root)?);
        }
        if !gates.unsupported().is_empty() {
            return Err(Unfit::ArrayComparison);
        }
        Ok(Netlist { gates, latches, roots: bits, inputs })
    }

    /// The variables (indices, ascending) that conditions depend on, through any number of steps.
    pub fn cone(system: &System, pc_next: TermId, roots: &[TermId]) -> Vec<usize> {
        Cone::new(system, roots, &|var| if var == System::PC { pc_next } else { system.vars[var].next }).vars
    }

    pub fn aig(&self) -> &Aig {
        self.gates.aig()
    }

    /// The inputs of a step as values of symbols, given the values of the graph's inputs.
    pub fn input_values(&self, terms: &Terms, leaf: &dyn Fn(NodeId) -> bool) -> FxHashMap<SymbolId, Value> {
        let word = |bits: &[Bit], value: &dyn Fn(Bit) -> bool| {
            let mut limbs = vec![0u64; bits.len().div_ceil(64).max(1)];
            bits.iter().enumerate().for_each(|(i, &bit)| limbs[i / 64] |= u64::from(value(bit)) << (i % 64));
            Bits::from_limbs(bits.len() as u32, &limbs)
        };
        let input = |bit: Bit| leaf(bit.node()) != bit.is_negated();
        let mut values: FxHashMap<SymbolId, Value> =
            self.inputs.iter().map(|(symbol, bits)| (*symbol, Value::Bits(word(bits, &input)))).collect();
        if self.gates.array_reads().next().is_none() {
            return values;
        }
        let nodes = simulate(self.aig(), leaf);
        let gate = |bit: Bit| nodes[bit.node() as usize] != bit.is_negated();
        let mut arrays: FxHashMap<SymbolId, ArrayValue> = FxHashMap::default();
        for read in self.gates.array_reads() {
            let (Some(symbol), Sort::Array { index, elem }) = (terms.symbol_id(read.array), terms.sort(read.array))
            else {
                continue;
            };
            let array = arrays.entry(symbol).or_insert_with(|| ArrayValue::new(index, Bits::zero(elem)));
            array.set(word(read.index, &gate), word(read.result, &gate));
        }
        values.extend(arrays.into_iter().map(|(symbol, array)| (symbol, Value::Array(Rc::new(array)))));
        values
    }
}

/// The values of all nodes.
fn simulate(aig: &Aig, leaf: &dyn Fn(NodeId) -> bool) -> Vec<bool> {
    let mut values = Vec::with_capacity(aig.len());
    for node in 0..aig.len() as NodeId {
        let value = match aig.gate(node) {
            Some(fanins) => fanins.iter().all(|bit| values[bit.node() as usize] != bit.is_negated()),
            None => node != 0 && leaf(node),
        };
        values.push(value);
    }
    values
}

/// What some conditions depend on.
struct Cone {
    /// Indices, ascending.
    vars: Vec<usize>,
    inputs: Vec<(SymbolId, TermId)>,
}

impl Cone {
    fn new(system: &System, roots: &[TermId], next: &dyn Fn(usize) -> TermId) -> Cone {
        let terms = &system.terms;
        let vars = system.vars.iter().enumerate();
        let var_of: FxHashMap<SymbolId, usize> = vars.filter_map(|(i, v)| Some((terms.symbol_id(v.now)?, i))).collect();
        let input_of: FxHashMap<SymbolId, TermId> =
            system.inputs.iter().filter_map(|&t| Some((terms.symbol_id(t)?, t))).collect();
        let mut seen: FxHashSet<SymbolId> = FxHashSet::default();
        let mut cone = Cone { vars: Vec::new(), inputs: Vec::new() };
        let mut open: Vec<TermId> = roots.to_vec();
        while !open.is_empty() {
            for symbol in terms.symbols_of(&std::mem::take(&mut open)) {
                if !seen.insert(symbol) {
                    continue;
                }
                if let Some(&var) = var_of.get(&symbol) {
                    cone.vars.push(var);
                    open.push(next(var));
                } else if let Some(&t) = input_of.get(&symbol) {
                    cone.inputs.push((symbol, t));
                }
            }
        }
        cone.vars.sort_unstable();
        cone.inputs.sort_unstable_by_key(|(_, t)| t.node());
        cone
    }
}

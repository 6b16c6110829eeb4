//! Terms to gates ("bit-blasting"): each term once, when a query first reaches it.
//!
//! Iterative: a stack of tasks takes the place of recursion, so that terms may be of any depth. A Bool is one bit, a
//! bit-vector its bits, least significant first; an array has no bits, only its reads do (`blast/read.rs`). Where a circuit is
//! put off until a model asks for it, its result is a box of free inputs (`blackbox.rs`).
//!
//! What is known of a term whatever its symbols are ([`Ranges`]) is constant bits; what is known altogether needs no gates, and nothing below it is
//! looked at: most checks of small numbers end here.

mod operator;
mod read;

use crate::aig::{Aig, Bit, NodeId};
use crate::blackbox::{BlackBox, Function};
use crate::circuit::{self, Multiplier};
use crate::sat::{Limit, Limits};
use pm_term::{NodeSet, Op, Ranges, TermId, Terms};
use rustc_hash::FxHashMap;

/// Which reads of arrays become gates at once; the others are free until a model shows a value that the array cannot have there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrayLimits {
    /// A read of an array with at most so many writes at unknown indices and choices is a multiplexer over them.
    pub eager_writes: u32,
    /// Reads of larger arrays are, too, until so many steps of multiplexers have been built in all.
    pub eager_steps: u32,
    /// So many reads of an input array are compared with each other at once.
    pub eager_reads: u32,
}

impl ArrayLimits {
    pub const EAGER: ArrayLimits = ArrayLimits { eager_writes: u32::MAX, eager_steps: u32::MAX, eager_reads: u32::MAX };
    pub const LAZY: ArrayLimits = ArrayLimits { eager_writes: 0, eager_steps: 0, eager_reads: 0 };
}

impl Default for ArrayLimits {
    fn default() -> Self {
        ArrayLimits { eager_writes: 64, eager_steps: 100_000, eager_reads: 16 }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BlastOptions {
    pub multiplier: Multiplier,
    pub arrays: ArrayLimits,
    /// Products and quotients of more than a few bits are free until a model shows a wrong one.
    pub refine_arithmetic: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Task {
    Term(TermId),
    /// The element of an array at an index.
    Read(TermId, TermId),
    /// All terms that the array's contents depend on.
    Contents(TermId),
}

pub(crate) struct Blaster {
    pub(crate) aig: Aig,
    pub(crate) boxes: Vec<BlackBox>,
    pub(crate) options: BlastOptions,
    /// Free bits that stand for what is not supported: a model that has one of them proves nothing.
    pub(crate) unsupported: Vec<NodeId>,
    ranges: Ranges,
    /// By term node: place of its bits in the pool plus one, 0 if there are none yet.
    places: Vec<u32>,
    pool: Vec<Bit>,
    reads: FxHashMap<(TermId, TermId), u32>,
    /// Arrays whose contents have been blasted.
    contents: NodeSet,
    array_sizes: FxHashMap<TermId, u32>,
    /// Steps of multiplexers over writes and choices so far.
    read_steps: u32,
    /// The reads of each array input so far.
    base_reads: FxHashMap<TermId, Vec<usize>>,
    arithmetic: FxHashMap<Function, usize>,
    stack: Vec<Task>,
    pub(crate) limits: Limits,
}

impl Blaster {
    /// Steps between two looks at the limits.
    const STEPS: u32 = 1 << 12;
    /// Narrower products and quotients are not worth a box.
    const MIN_BOX_WIDTH: usize = 9;

    pub(crate) fn new(options: BlastOptions) -> Self {
        Blaster {
            aig: Aig::new(),
            boxes: Vec::new(),
            options,
            unsupported: Vec::new(),
            ranges: Ranges::new(),
            places: Vec::new(),
            pool: Vec::new(),
            reads: FxHashMap::default(),
            contents: NodeSet::default(),
            array_sizes: FxHashMap::default(),
            read_steps: 0,
            base_reads: FxHashMap::default(),
            arithmetic: FxHashMap::default(),
            stack: Vec::new(),
            limits: Limits::default(),
        }
    }

    /// The bits of a term that is not an array.
    pub(crate) fn bits(&mut self, terms: &Terms, t: TermId) -> Result<Vec<Bit>, Limit> {
        self.run(terms, Task::Term(t.regular()))?;
        Ok(self.fetch(terms, t))
    }

    /// The bit of a Bool.
    pub(crate) fn bit(&mut self, terms: &Terms, t: TermId) -> Result<Bit, Limit> {
        debug_assert!(terms.is_bool(t));
        self.run(terms, Task::Term(t.regular()))?;
        Ok(self.pool[self.places[t.node()] as usize - 1].negate_if(t.is_complemented()))
    }

    /// Blasts all that an array's contents depend on, so that it can be read under a model.
    pub(crate) fn contents(&mut self, terms: &Terms, array: TermId) -> Result<(), Limit> {
        self.run(terms, Task::Contents(array))
    }

    /// The bits of a term that has been blasted.
    pub(crate) fn fetch(&self, terms: &Terms, t: TermId) -> Vec<Bit> {
        let start = self.places[t.node()] as usize - 1;
        let bits = &self.pool[start..start + terms.width(t) as usize];
        bits.iter().map(|&bit| bit.negate_if(t.is_complemented())).collect()
    }

    pub(crate) fn is_blasted(&self, t: TermId) -> bool {
        self.places.get(t.node()).is_some_and(|&place| place != 0)
    }

    /// The box that an input is an output of. Outputs of a box are consecutive inputs, and boxes are in order.
    pub(crate) fn box_of(&self, node: NodeId) -> Option<usize> {
        let after = self.boxes.partition_point(|item| item.outputs[0].node() <= node);
        let id = after.checked_sub(1)?;
        let outputs = &self.boxes[id].outputs;
        (node - outputs[0].node() < outputs.len() as u32).then_some(id)
    }

    fn run(&mut self, terms: &Terms, task: Task) -> Result<(), Limit> {
        if self.places.len() < terms.len() {
            self.places.resize(terms.len(), 0);
        }
        self.stack.push(task);
        let mut steps = 0u32;
        while let Some(&task) = self.stack.last() {
            steps += 1;
            if steps.is_multiple_of(Self::STEPS)
                && let Some(limit) = self.limits.exceeded()
            {
                // What is done stays; the rest is asked for again.
                self.stack.clear();
                return Err(limit);
            }
            let before = self.stack.len();
            if !self.is_done(task) {
                self.step(terms, task);
            }
            // A step that did not ask for anything has finished its task.
            if self.stack.len() == before {
                self.stack.pop();
            }
        }
        Ok(())
    }

    fn is_done(&self, task: Task) -> bool {
        match task {
            Task::Term(t) => self.is_blasted(t),
            Task::Read(array, index) => self.reads.contains_key(&(array, index)),
            Task::Contents(array) => self.contents.contains(array),
        }
    }

    /// Puts the tasks that are not done on the stack; true if there were none.
    fn ready(&mut self, tasks: impl IntoIterator<Item = Task>) -> bool {
        let before = self.stack.len();
        for task in tasks {
            if !self.is_done(task) {
                self.stack.push(task);
            }
        }
        self.stack.len() == before
    }

    fn step(&mut self, terms: &Terms, task: Task) {
        match task {
            Task::Term(t) => self.step_term(terms, t),
            Task::Read(array, index) => self.step_read(terms, array, index),
            Task::Contents(array) => self.step_contents(terms, array),
        }
    }

    fn step_term(&mut self, terms: &Terms, t: TermId) {
        let args = terms.args(t);
        let known = self.ranges.of(terms, t);
        if let Some(value) = known.and_then(|k| k.as_constant()) {
            let bits: Vec<Bit> = (0..terms.width(t)).map(|i| Bit::constant(value >> i & 1 == 1)).collect();
            self.places[t.node()] = self.store_bits(&bits);
            return;
        }
        let mut bits = match terms.op(t) {
            Op::Select => {
                if !self.ready([Task::Read(args[0], args[1])]) {
                    return;
                }
                self.places[t.node()] = self.reads[&(args[0], args[1])];
                return;
            }
            Op::Eq if terms.sort(args[0]).is_array() => {
                let bit = self.aig.input();
                self.unsupported.push(bit.node());
                vec![bit]
            }
            _ => {
                if !self.ready(args.iter().map(|arg| Task::Term(arg.regular()))) {
                    return;
                }
                self.operator(terms, t)
            }
        };
        debug_assert_eq!(bits.len(), terms.width(t) as usize);
        if let Some(known) = known {
            for (i, bit) in bits.iter_mut().enumerate().filter(|(i, _)| (known.zeros | known.ones) >> i & 1 == 1) {
                *bit = Bit::constant(known.ones >> i & 1 == 1);
            }
        }
        self.places[t.node()] = self.store_bits(&bits);
    }

    /// Keeps bits in the pool; the result is their place plus one.
    fn store_bits(&mut self, bits: &[Bit]) -> u32 {
        let place = self.pool.len() + 1;
        assert!(place < u32::MAX as usize, "more than 2^32 bits");
        self.pool.extend_from_slice(bits);
        place as u32
    }

    fn inputs(&mut self, width: usize) -> Vec<Bit> {
        (0..width).map(|_| self.aig.input()).collect()
    }

    fn product(&mut self, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
        if !self.wants_box(a, b) {
            return circuit::multiply(&mut self.aig, a, b, self.options.multiplier);
        }
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        let id = self.arithmetic_box(Function::Product { a: a.to_vec(), b: b.to_vec() }, a.len());
        self.boxes[id].result.clone()
    }

    /// Quotient and remainder.
    fn division(&mut self, a: &[Bit], b: &[Bit]) -> (Vec<Bit>, Vec<Bit>) {
        if !self.wants_box(a, b) {
            return circuit::divide_unsigned(&mut self.aig, a, b);
        }
        let id = self.arithmetic_box(Function::Division { a: a.to_vec(), b: b.to_vec() }, 2 * a.len());
        let (quotient, rest) = self.boxes[id].result.split_at(a.len());
        (quotient.to_vec(), rest.to_vec())
    }

    fn wants_box(&self, a: &[Bit], b: &[Bit]) -> bool {
        let open = |bits: &[Bit]| bits.iter().filter(|bit| !bit.is_constant()).count();
        self.options.refine_arithmetic && open(a).min(open(b)) >= Self::MIN_BOX_WIDTH
    }

    fn arithmetic_box(&mut self, function: Function, width: usize) -> usize {
        if let Some(&id) = self.arithmetic.get(&function) {
            return id;
        }
        let outputs = self.inputs(width);
        let id = self.boxes.len();
        self.boxes.push(BlackBox::new(function.clone(), outputs.clone(), outputs));
        self.arithmetic.insert(function, id);
        id
    }
}

//! The SAT solver's assignment, completed to a value of every gate and every array, and compared with what boxes stand for.
//!
//! Inputs that no query reached are free: they are false, unless they belong to a box, which then gets its right value. Boxes
//! are gone through in the order of creation, in which operands come before results.

use crate::aig::{Bit, Simulation};
use crate::blackbox::{Function, Precision};
use crate::blast::Blaster;
use crate::circuit;
use crate::cnf::Cnf;
use crate::sat::Sat;
use pm_term::{ArrayValue, Bits, Op, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

#[derive(Default)]
pub(crate) struct Model {
    simulation: Simulation,
    /// How many boxes have their values.
    completed: usize,
    /// The first read of an array at an index value.
    cells: FxHashMap<(TermId, Bits), usize>,
    /// Values of indices of writes.
    indices: FxHashMap<TermId, Bits>,
}

/// Where the value of a read comes from.
enum Source {
    /// A write, or the element of a constant array.
    Element(TermId),
    /// An earlier read.
    Cell(usize),
    /// Nothing restricts it: the first read of an input array there.
    Open(TermId),
}

/// What a model is read from.
pub(crate) struct Reader<'a> {
    pub(crate) terms: &'a Terms,
    pub(crate) blaster: &'a Blaster,
    pub(crate) cnf: &'a Cnf,
    pub(crate) sat: &'a mut dyn Sat,
}

impl Model {
    pub(crate) fn bit(&mut self, from: &mut Reader<'_>, bit: Bit) -> bool {
        let Reader { blaster, cnf, sat, .. } = from;
        let mut input = |node| cnf.lit_of_node(node).is_some_and(|lit| sat.value(lit));
        self.simulation.value(&blaster.aig, bit, &mut input)
    }

    pub(crate) fn bits(&mut self, from: &mut Reader<'_>, bits: &[Bit]) -> Bits {
        let mut limbs = vec![0u64; bits.len().div_ceil(64)];
        for (i, &bit) in bits.iter().enumerate() {
            limbs[i / 64] |= u64::from(self.bit(from, bit)) << (i % 64);
        }
        Bits::from_limbs(bits.len() as u32, &limbs)
    }

    /// Gives every box its values; the result are those whose values in the solver's assignment are wrong.
    pub(crate) fn complete(&mut self, from: &mut Reader<'_>) -> Vec<usize> {
        let mut wrong = Vec::new();
        while self.completed < from.blaster.boxes.len() {
            let id = self.completed;
            let expected = self.expected(from, id);
            let right = self.settle(from, id, expected.as_ref());
            if !right && !self.is_overruled(from, id, expected.as_ref()) {
                wrong.push(id);
            }
            self.completed += 1;
        }
        wrong
    }

    /// Fixes the outputs of a box; false if the solver has another value for one.
    fn settle(&mut self, from: &mut Reader<'_>, id: usize, expected: Option<&Bits>) -> bool {
        let mut right = true;
        for (i, output) in from.blaster.boxes[id].outputs.iter().enumerate() {
            let wanted = expected.map(|bits| bits.bit(i as u32));
            let value = match from.cnf.lit_of_node(output.node()) {
                Some(lit) => from.sat.value(lit),
                None => wanted.unwrap_or(false),
            };
            right &= wanted.is_none_or(|wanted| wanted == value);
            self.simulation.set(output.node(), value);
        }
        right
    }

    /// Whether the outputs of a read do not count, because an earlier read at an equal index gives the right result.
    fn is_overruled(&mut self, from: &mut Reader<'_>, id: usize, expected: Option<&Bits>) -> bool {
        let item = &from.blaster.boxes[id];
        let guarded = matches!(item.function, Function::Read { guarded: true, .. });
        guarded && expected == Some(&self.bits(from, &item.result))
    }

    /// The right outputs of a box; `None` if any are.
    fn expected(&mut self, from: &mut Reader<'_>, id: usize) -> Option<Bits> {
        let blaster = from.blaster;
        match &blaster.boxes[id].function {
            Function::Product { a, b } => Some(self.bits(from, a).mul(&self.bits(from, b))),
            Function::Division { a, b } => {
                let (a, b) = (self.bits(from, a), self.bits(from, b));
                Some(a.urem(&b).concat(&a.udiv(&b)))
            }
            Function::Read { array, index, .. } => {
                if blaster.boxes[id].precision == Precision::Exact {
                    return None;
                }
                let at = self.bits(from, index);
                let source = self.source(from, *array, &at, id, &mut |_| {});
                self.cells.entry((*array, at.clone())).or_insert(id);
                match source {
                    Source::Element(element) => {
                        let bits = blaster.fetch(from.terms, element);
                        Some(self.bits(from, &bits))
                    }
                    Source::Cell(other) => Some(self.bits(from, &blaster.boxes[other].result)),
                    Source::Open(base) => {
                        self.cells.entry((base, at)).or_insert(id);
                        None
                    }
                }
            }
        }
    }

    /// Follows a read down the array; `passed` gets each write or choice on the way.
    fn source(
        &mut self,
        from: &mut Reader<'_>,
        mut array: TermId,
        at: &Bits,
        reader: usize,
        passed: &mut dyn FnMut(Passed),
    ) -> Source {
        // One key for all steps, so that a step does not copy the index.
        let mut key = (array, at.clone());
        if let Some(&cell) = self.cells.get(&key).filter(|&&cell| cell != reader) {
            return Source::Cell(cell);
        }
        loop {
            let args = from.terms.args(array);
            match from.terms.op(array) {
                Op::Store => {
                    if self.index_value(from, args[1]) == at {
                        passed(Passed::Hit(args[1]));
                        return Source::Element(args[2]);
                    }
                    passed(Passed::Miss(args[1]));
                    array = args[0];
                }
                Op::Ite => {
                    let bit = from.blaster.fetch(from.terms, args[0])[0];
                    let taken = self.bit(from, bit);
                    passed(Passed::Choice(bit.negate_if(!taken)));
                    array = args[if taken { 1 } else { 2 }];
                }
                Op::ConstArray => return Source::Element(args[0]),
                _ => {
                    key.0 = array;
                    let cell = self.cells.get(&key).filter(|&&cell| cell != reader);
                    return cell.map_or(Source::Open(array), |&cell| Source::Cell(cell));
                }
            }
        }
    }

    fn index_value(&mut self, from: &mut Reader<'_>, index: TermId) -> &Bits {
        if !self.indices.contains_key(&index) {
            let bits = from.blaster.fetch(from.terms, index);
            let value = self.bits(from, &bits);
            self.indices.insert(index, value);
        }
        &self.indices[&index]
    }

    /// Why the outputs of a read are wrong.
    pub(crate) fn explain_read(&mut self, from: &mut Reader<'_>, id: usize) -> ReadConflict {
        let blaster = from.blaster;
        let Function::Read { array, index, .. } = &blaster.boxes[id].function else {
            unreachable!("only reads are explained");
        };
        let at = self.bits(from, index);
        let mut conflict = ReadConflict { paths: Vec::new(), element: None };
        let mut path = Vec::new();
        let source = self.source(from, *array, &at, id, &mut |step| path.push(step));
        conflict.paths.push((id, path));
        match source {
            Source::Element(element) => conflict.element = Some(element),
            Source::Cell(other) => {
                let path = self.path_to_common_array(from, other, *array, &at);
                conflict.paths.push((other, path));
            }
            Source::Open(_) => {}
        }
        conflict
    }

    /// The steps of an earlier read down to where it met the later one: nothing if both read the same array, else all.
    fn path_to_common_array(&mut self, from: &mut Reader<'_>, id: usize, met_by: TermId, at: &Bits) -> Vec<Passed> {
        let blaster = from.blaster;
        let Function::Read { array, .. } = &blaster.boxes[id].function else { return Vec::new() };
        let mut path = Vec::new();
        if *array != met_by {
            self.source(from, *array, at, id, &mut |step| path.push(step));
        }
        path
    }

    /// The contents of an array. All that it depends on must have been blasted.
    pub(crate) fn array(&mut self, from: &mut Reader<'_>, mut array: TermId) -> ArrayValue {
        let Sort::Array { index, elem } = from.terms.sort(array) else { unreachable!("not an array") };
        let mut writes: Vec<(Bits, Bits)> = Vec::new();
        let mut default = Bits::zero(elem);
        loop {
            let args = from.terms.args(array);
            match from.terms.op(array) {
                Op::Store => {
                    let at = self.index_value(from, args[1]).clone();
                    let bits = from.blaster.fetch(from.terms, args[2]);
                    writes.push((at, self.bits(from, &bits)));
                    array = args[0];
                }
                Op::Ite => {
                    let bit = from.blaster.fetch(from.terms, args[0])[0];
                    array = args[if self.bit(from, bit) { 1 } else { 2 }];
                }
                Op::ConstArray => {
                    let bits = from.blaster.fetch(from.terms, args[0]);
                    default = self.bits(from, &bits);
                    break;
                }
                _ => {
                    let read = self.cells.iter().filter(|((of, _), _)| *of == array);
                    let cells: Vec<(Bits, usize)> = read.map(|((_, at), &id)| (at.clone(), id)).collect();
                    for (at, id) in cells {
                        let value = self.bits(from, &from.blaster.boxes[id].result);
                        writes.push((at, value));
                    }
                    break;
                }
            }
        }
        let mut value = ArrayValue::new(index, default);
        writes.into_iter().rev().for_each(|(at, element)| value.set(at, element));
        value
    }
}

/// A step of a read through an array.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Passed {
    /// A write at another index.
    Miss(TermId),
    /// The write at this index.
    Hit(TermId),
    /// This bit holds.
    Choice(Bit),
}

/// A read whose value contradicts a write, a constant array, or another read.
pub(crate) struct ReadConflict {
    /// One or two reads and how they got to where they meet.
    paths: Vec<(usize, Vec<Passed>)>,
    element: Option<TermId>,
}

impl ReadConflict {
    /// Whether the read went through writes or choices.
    pub(crate) fn is_below_writes(&self) -> bool {
        self.paths.first().is_some_and(|(_, path)| !path.is_empty())
    }

    /// The axiom that the model violates: a disjunction.
    pub(crate) fn lemma(&self, terms: &Terms, blaster: &mut Blaster) -> Vec<Bit> {
        let mut lemma = Vec::new();
        let mut results = Vec::new();
        let mut indices = Vec::new();
        for (id, path) in &self.paths {
            let Function::Read { index, .. } = blaster.boxes[*id].function.clone() else { continue };
            for step in path {
                lemma.push(negated_step(terms, blaster, *step, &index));
            }
            results.push(blaster.boxes[*id].result.clone());
            indices.push(index);
        }
        if let Some(element) = self.element {
            results.push(blaster.fetch(terms, element));
        }
        if let [a, b] = &indices[..] {
            lemma.push(!circuit::equal(&mut blaster.aig, a, b));
        }
        if let [a, b] = &results[..] {
            lemma.push(circuit::equal(&mut blaster.aig, a, b));
        }
        lemma
    }
}

fn negated_step(terms: &Terms, blaster: &mut Blaster, step: Passed, index: &[Bit]) -> Bit {
    match step {
        Passed::Miss(at) => {
            let at = blaster.fetch(terms, at);
            circuit::equal(&mut blaster.aig, &at, index)
        }
        Passed::Hit(at) => {
            let at = blaster.fetch(terms, at);
            !circuit::equal(&mut blaster.aig, &at, index)
        }
        Passed::Choice(bit) => !bit,
    }
}

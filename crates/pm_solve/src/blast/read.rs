//! Reads of arrays.
//!
//! Eager (small arrays, and large ones as long as there are few reads): a read of a write is a multiplexer ("if the
//! indices agree the new element, else a read of the array below"); runs of writes at constant indices become a tree over
//! the index bits, as tables do; a read of an input array is free, but equal to each earlier read at an equal index. Lazy:
//! the read is a box, which `solver.rs` compares with the array's contents in each model. Every read (array, index)
//! exists once.

use super::{Blaster, Task};
use crate::aig::Bit;
use crate::blackbox::{BlackBox, Function};
use crate::circuit;
use crate::sat::Limit;
use pm_term::{Bits, Op, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

/// A shorter run of writes at constant indices is no table.
const MIN_TABLE: usize = 4;

impl Blaster {
    pub(super) fn step_read(&mut self, terms: &Terms, array: TermId, index: TermId) {
        if !self.ready([Task::Term(index.regular())]) {
            return;
        }
        let args = terms.args(array);
        let place = match terms.op(array) {
            Op::ConstArray => {
                if !self.ready([Task::Term(args[0].regular())]) {
                    return;
                }
                let bits = self.fetch(terms, args[0]);
                self.store_bits(&bits)
            }
            Op::Store => match self.read_store(terms, array, index) {
                Some(place) => place,
                None => return,
            },
            Op::Ite => match self.read_choice(terms, array, index) {
                Some(place) => place,
                None => return,
            },
            Op::Symbol => self.read_input(terms, array, index),
            op => unreachable!("{op:?} is not an array"),
        };
        self.reads.insert((array, index), place);
    }

    /// `None` while something that it needs is not there.
    fn read_store(&mut self, terms: &Terms, array: TermId, index: TermId) -> Option<u32> {
        let [base, at, element] = [0, 1, 2].map(|i| terms.args(array)[i]);
        if !self.ready([Task::Term(at.regular())]) {
            return None;
        }
        let (at_bits, index_bits) = (self.fetch(terms, at), self.fetch(terms, index));
        let same = circuit::equal(&mut self.aig, &at_bits, &index_bits);
        if same == Bit::TRUE {
            return self.ready([Task::Term(element.regular())]).then(|| self.place_of(terms, element));
        }
        if same == Bit::FALSE {
            return self.ready([Task::Read(base, index)]).then(|| self.reads[&(base, index)]);
        }
        if self.is_lazy(terms, array, &[base], index) {
            return self.ready([Task::Contents(array)]).then(|| self.read_box(terms, array, index));
        }
        if terms.is_const(at) {
            let table = Table::collect(terms, array);
            if table.entries.len() >= MIN_TABLE {
                return self.read_table(terms, &table, index);
            }
        }
        if !self.ready([Task::Term(element.regular()), Task::Read(base, index)]) {
            return None;
        }
        let (new, old) = (self.fetch(terms, element), self.fetch_read(terms, base, index));
        let bits = circuit::mux(&mut self.aig, same, &new, &old);
        self.read_steps = self.read_steps.saturating_add(1);
        Some(self.store_bits(&bits))
    }

    fn read_table(&mut self, terms: &Terms, table: &Table, index: TermId) -> Option<u32> {
        let elements = table.entries.iter().map(|&(_, element)| Task::Term(element.regular()));
        if !self.ready(elements.chain([Task::Read(table.base, index)])) {
            return None;
        }
        let index_bits = self.fetch(terms, index);
        let otherwise = self.fetch_read(terms, table.base, index);
        let bits = self.table_tree(terms, &table.entries, &index_bits, &otherwise);
        Some(self.store_bits(&bits))
    }

    /// A tree over the index bits, from the highest; its depth is at most the index's width.
    fn table_tree(&mut self, terms: &Terms, entries: &[(Bits, TermId)], index: &[Bit], otherwise: &[Bit]) -> Vec<Bit> {
        match entries {
            [] => otherwise.to_vec(),
            [(at, element)] => {
                let differ = |(i, &bit): (usize, &Bit)| bit.negate_if(!at.bit(i as u32));
                let here = self.aig.and_all(index.iter().enumerate().map(differ));
                let element = self.fetch(terms, *element);
                circuit::mux(&mut self.aig, here, &element, otherwise)
            }
            _ => {
                let top = index.len() - 1;
                let split = entries.partition_point(|(at, _)| !at.bit(top as u32));
                let low = self.table_tree(terms, &entries[..split], &index[..top], otherwise);
                let high = self.table_tree(terms, &entries[split..], &index[..top], otherwise);
                circuit::mux(&mut self.aig, index[top], &high, &low)
            }
        }
    }

    fn read_choice(&mut self, terms: &Terms, array: TermId, index: TermId) -> Option<u32> {
        let [condition, then, other] = [0, 1, 2].map(|i| terms.args(array)[i]);
        if self.is_lazy(terms, array, &[then, other], index) {
            return self.ready([Task::Contents(array)]).then(|| self.read_box(terms, array, index));
        }
        if !self.ready([Task::Term(condition.regular()), Task::Read(then, index), Task::Read(other, index)]) {
            return None;
        }
        let select = self.fetch(terms, condition)[0];
        let (then, other) = (self.fetch_read(terms, then, index), self.fetch_read(terms, other, index));
        let bits = circuit::mux(&mut self.aig, select, &then, &other);
        self.read_steps = self.read_steps.saturating_add(1);
        Some(self.store_bits(&bits))
    }

    fn read_input(&mut self, terms: &Terms, array: TermId, index: TermId) -> u32 {
        let earlier = self.base_reads.get(&array).cloned().unwrap_or_default();
        let guarded = earlier.len() < self.options.arrays.eager_reads as usize;
        let outputs = self.inputs(element_width(terms, array));
        let index_bits = self.fetch(terms, index);
        let mut result = outputs.clone();
        if guarded {
            for &id in &earlier {
                let other = &self.boxes[id];
                let Function::Read { index: other_index, .. } = &other.function else { continue };
                let same = circuit::equal(&mut self.aig, other_index, &index_bits);
                result = circuit::mux(&mut self.aig, same, &other.result, &result);
            }
        }
        let id = self.boxes.len();
        let function = Function::Read { array, index_term: index, index: index_bits, guarded };
        self.boxes.push(BlackBox::new(function, outputs, result.clone()));
        self.base_reads.entry(array).or_default().push(id);
        self.store_bits(&result)
    }

    /// A read that is checked in each model.
    fn read_box(&mut self, terms: &Terms, array: TermId, index: TermId) -> u32 {
        let outputs = self.inputs(element_width(terms, array));
        let index_bits = self.fetch(terms, index);
        let function = Function::Read { array, index_term: index, index: index_bits, guarded: false };
        self.boxes.push(BlackBox::new(function, outputs.clone(), outputs.clone()));
        self.store_bits(&outputs)
    }

    /// The value of a lazy read by the topmost write or choice of its array, in terms of reads of what is below.
    ///
    /// The second result is the box that stands for the array below a write, if that is read lazily too.
    pub(crate) fn expand_read(&mut self, terms: &Terms, id: usize) -> Result<(Vec<Bit>, Option<usize>), Limit> {
        let Function::Read { array, index_term, index, .. } = self.boxes[id].function.clone() else {
            unreachable!("only reads are expanded");
        };
        let args = terms.args(array);
        let below: Vec<TermId> = match terms.op(array) {
            Op::Store => vec![args[0]],
            Op::Ite => vec![args[1], args[2]],
            _ => return Ok((self.boxes[id].result.clone(), None)),
        };
        let mut values = Vec::new();
        for &part in &below {
            self.run(terms, Task::Read(part, index_term))?;
            values.push(self.fetch_read(terms, part, index_term));
        }
        if let [then, other] = &values[..] {
            let select = self.fetch(terms, args[0])[0];
            return Ok((circuit::mux(&mut self.aig, select, then, other), None));
        }
        let (at, element) = (self.fetch(terms, args[1]), self.fetch(terms, args[2]));
        let same = circuit::equal(&mut self.aig, &at, &index);
        let value = circuit::mux(&mut self.aig, same, &element, &values[0]);
        Ok((value, self.box_of(values[0][0].node())))
    }

    pub(super) fn step_contents(&mut self, terms: &Terms, array: TermId) {
        let args = terms.args(array);
        let tasks = args.iter().map(|&arg| {
            let is_array = terms.sort(arg).is_array();
            if is_array { Task::Contents(arg) } else { Task::Term(arg.regular()) }
        });
        if self.ready(tasks) {
            self.contents.insert(array);
        }
    }

    /// Is the read put off? Not where those of the arrays below are there already: one step more costs little.
    fn is_lazy(&mut self, terms: &Terms, array: TermId, below: &[TermId], index: TermId) -> bool {
        let limits = self.options.arrays;
        let size = self.array_size(terms, array);
        size > limits.eager_writes
            && size.saturating_add(self.read_steps) > limits.eager_steps
            && (limits.eager_steps == 0 || !below.iter().all(|b| self.reads.contains_key(&(*b, index))))
    }

    /// Writes at unknown indices and choices in an array, saturating.
    fn array_size(&mut self, terms: &Terms, array: TermId) -> u32 {
        let mut stack = vec![array];
        while let Some(&top) = stack.last() {
            let args = terms.args(top);
            let below: &[TermId] = match terms.op(top) {
                Op::Store => &args[..1],
                Op::Ite => &args[1..],
                _ => &[],
            };
            let missing = below.iter().find(|arg| !self.array_sizes.contains_key(arg));
            if let Some(&missing) = missing {
                stack.push(missing);
                continue;
            }
            let own = u32::from(terms.op(top) == Op::Ite || terms.op(top) == Op::Store && !terms.is_const(args[1]));
            let size = below.iter().fold(own, |sum, arg| sum.saturating_add(self.array_sizes[arg]));
            self.array_sizes.insert(top, size);
            stack.pop();
        }
        self.array_sizes[&array]
    }

    fn fetch_read(&self, terms: &Terms, array: TermId, index: TermId) -> Vec<Bit> {
        let start = self.reads[&(array, index)] as usize - 1;
        self.pool[start..start + element_width(terms, array)].to_vec()
    }

    fn place_of(&mut self, terms: &Terms, t: TermId) -> u32 {
        if !t.is_complemented() {
            return self.places[t.node()];
        }
        let bits = self.fetch(terms, t);
        self.store_bits(&bits)
    }
}

/// The maximal run of writes at constant indices on top of an array.
struct Table {
    /// Sorted by index.
    entries: Vec<(Bits, TermId)>,
    base: TermId,
}

impl Table {
    fn collect(terms: &Terms, array: TermId) -> Table {
        let mut newest: FxHashMap<Bits, TermId> = FxHashMap::default();
        let mut base = array;
        while terms.op(base) == Op::Store {
            let args = terms.args(base);
            let Some(at) = terms.const_bits(args[1]) else { break };
            newest.entry(at).or_insert(args[2]);
            base = args[0];
        }
        let mut entries: Vec<(Bits, TermId)> = newest.into_iter().collect();
        entries.sort_unstable_by(|(a, _), (b, _)| a.limbs().iter().rev().cmp(b.limbs().iter().rev()));
        Table { entries, base }
    }
}

fn element_width(terms: &Terms, array: TermId) -> usize {
    match terms.sort(array) {
        Sort::Array { elem, .. } => elem as usize,
        Sort::Bool | Sort::Bv(_) => unreachable!("reads are of arrays"),
    }
}

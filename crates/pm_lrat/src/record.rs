//! What was derived from what: from this, the refutation of one query is cut out, with the clauses that it needs and no others.

use crate::checker::Id;
use rustc_hash::FxHashMap;
use std::collections::BinaryHeap;
use std::io::{self, Write};
use std::ops::Range;

/// All clauses of a solver's life, in order.
#[derive(Default)]
pub struct Record {
    entries: Vec<Entry>,
    /// Which entry a number is.
    numbers: FxHashMap<Id, u32>,
    literals: Vec<i32>,
    hints: Vec<u32>,
}

struct Entry {
    literals: Range<usize>,
    /// `None`: the clause was given.
    hints: Option<Range<usize>>,
}

impl Record {
    pub fn add(&mut self, id: Id, clause: &[i32]) {
        self.push(id, clause, None);
    }

    /// The hints are numbers of clauses that are recorded.
    pub fn derive(&mut self, id: Id, clause: &[i32], hints: &[Id]) {
        let first = self.hints.len();
        self.hints.extend(hints.iter().filter_map(|hint| self.numbers.get(hint)));
        let last = self.hints.len();
        self.push(id, clause, Some(first..last));
    }

    fn push(&mut self, id: Id, clause: &[i32], hints: Option<Range<usize>>) {
        let first = self.literals.len();
        self.literals.extend_from_slice(clause);
        self.numbers.insert(id, self.entries.len() as u32);
        self.entries.push(Entry { literals: first..self.literals.len(), hints });
    }

    /// The refutation of the assumptions, which these hints lead to a contradiction with.
    pub fn refutation(&self, assumptions: &[i32], hints: &[Id]) -> Refutation<'_> {
        let hints: Vec<u32> = hints.iter().filter_map(|hint| self.numbers.get(hint)).copied().collect();
        let mut open: BinaryHeap<u32> = hints.iter().copied().collect();
        let (mut given, mut derived) = (Vec::new(), Vec::new());
        while let Some(entry) = open.pop() {
            while open.peek() == Some(&entry) {
                open.pop();
            }
            match &self.entries[entry as usize].hints {
                None => given.push(entry),
                Some(of) => {
                    derived.push(entry);
                    open.extend(&self.hints[of.clone()]);
                }
            }
        }
        given.reverse();
        derived.reverse();
        Refutation { record: self, assumptions: assumptions.to_vec(), hints, given, derived }
    }
}

/// A formula that is a part of what was added, with assumptions, and its proof.
pub struct Refutation<'a> {
    record: &'a Record,
    assumptions: Vec<i32>,
    hints: Vec<u32>,
    given: Vec<u32>,
    derived: Vec<u32>,
}

impl Refutation<'_> {
    /// Clauses of the formula.
    pub fn clauses(&self) -> usize {
        self.given.len() + self.assumptions.len()
    }

    /// Steps of the proof.
    pub fn steps(&self) -> usize {
        self.derived.len() + 1
    }

    /// Writes the formula: clauses, then the assumptions as units.
    ///
    /// # Errors
    /// Those of writing.
    pub fn write_formula(&self, out: &mut dyn Write) -> io::Result<()> {
        let of = |entry: &u32| &self.record.literals[self.record.entries[*entry as usize].literals.clone()];
        let all = || self.given.iter().map(of).chain(self.assumptions.iter().map(std::slice::from_ref));
        let variables = all().chain(self.derived.iter().map(of)).flatten().map(|lit| lit.unsigned_abs()).max();
        writeln!(out, "p cnf {} {}", variables.unwrap_or(0), self.clauses())?;
        for clause in all() {
            write_numbers(out, clause)?;
            writeln!(out, "0")?;
        }
        Ok(())
    }

    /// Writes the proof, LRAT as text.
    ///
    /// # Errors
    /// Those of writing.
    pub fn write_proof(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut numbers: FxHashMap<u32, usize> = FxHashMap::default();
        numbers.extend(self.given.iter().enumerate().map(|(i, entry)| (*entry, i + 1)));
        numbers.extend(self.derived.iter().enumerate().map(|(i, entry)| (*entry, self.clauses() + i + 1)));
        let number = |entry: &u32| numbers.get(entry).copied().unwrap_or(0);
        for entry in &self.derived {
            let Entry { literals, hints } = &self.record.entries[*entry as usize];
            write!(out, "{} ", number(entry))?;
            write_numbers(out, &self.record.literals[literals.clone()])?;
            write!(out, "0 ")?;
            let hints = &self.record.hints[hints.clone().unwrap_or_default()];
            write_numbers(out, hints.iter().map(number))?;
            writeln!(out, "0")?;
        }
        write!(out, "{} 0 ", self.clauses() + self.derived.len() + 1)?;
        write_numbers(out, self.given.len() + 1..=self.clauses())?;
        write_numbers(out, self.hints.iter().map(number))?;
        writeln!(out, "0")
    }
}

fn write_numbers<T: std::fmt::Display>(out: &mut dyn Write, numbers: impl IntoIterator<Item = T>) -> io::Result<()> {
    numbers.into_iter().try_for_each(|number| write!(out, "{number} "))
}

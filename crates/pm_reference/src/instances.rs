//! Facts that hold for any number, said of the numbers at which questions read elements.
//!
//! Such a fact is shown for one number, of which nothing is known but that it is one of those that facts are meant for (0 always is), and that never changes. So it holds for all of
//! these numbers in each pass, and is said of terms that may be one of them.

use crate::exec::Executor;
use pm_term::{Op, Sort, Substitution, TermId};
use rustc_hash::FxHashSet;

/// Terms that facts are said of, and instances of one fact.
const NUMBERS: usize = 60;
const INSTANCES: usize = 200;

impl Executor<'_> {
    /// What facts say of the numbers in these conditions, and that the one that stands for all is one of those that they are meant for.
    pub fn instances(&mut self, conds: &[TermId]) -> Vec<TermId> {
        let bound = self.facts.as_ref().map(|f| f.bound()).unwrap_or_default();
        let mut out: Vec<TermId> = bound.iter().map(|(symbol, last)| self.is_meant(*symbol, *last)).collect();
        let numbers = if bound.is_empty() { Vec::new() } else { self.numbers(conds) };
        for (path, fact) in self.general.clone() {
            let mut instances = vec![fact];
            let symbols: Vec<_> =
                self.terms.symbols_of(&[fact]).into_iter().map(|s| self.terms.symbol_term(s)).collect();
            for of in bound.iter().filter(|b| symbols.contains(&b.0)) {
                let pairs = instances.iter().flat_map(|fact| numbers.iter().map(|n| (*fact, *n)));
                let pairs: Vec<_> = pairs.take(INSTANCES).collect();
                instances.extend(pairs.into_iter().map(|(fact, number)| self.instance(fact, *of, number)));
            }
            out.extend(instances.into_iter().skip(1).map(|fact| self.terms.implies(path, fact)));
        }
        out
    }

    /// A fact, with a number in place of the symbol.
    fn instance(&mut self, fact: TermId, (symbol, last): (TermId, u64), number: TermId) -> TermId {
        let width = self.terms.width(symbol);
        let number = match self.terms.width(number) {
            w if w > width => self.terms.truncate(number, width),
            _ => self.terms.zext(number, width),
        };
        let mut values = Substitution::new();
        values.replace(symbol, number);
        let (fact, is_meant) = (self.terms.substitute(fact, &mut values), self.is_meant(number, last));
        self.terms.implies(is_meant, fact)
    }

    fn is_meant(&mut self, number: TermId, last: u64) -> TermId {
        match self.terms.width(number) {
            w if w < 64 && last >> w != 0 => TermId::TRUE,
            w => {
                let last = self.terms.bv(w, last.into());
                self.terms.ule(number, last)
            }
        }
    }

    /// Indices of elements that are read, and what they are computed from.
    fn numbers(&self, conds: &[TermId]) -> Vec<TermId> {
        let cone = self.terms.cone(conds);
        let selects = cone.into_iter().filter(|t| self.terms.op(*t) == Op::Select);
        let mut work: Vec<TermId> = selects.map(|t| self.terms.args(t)[1]).collect();
        work.reverse();
        let (mut seen, mut out) = (FxHashSet::default(), Vec::new());
        while let Some(t) = work.pop().filter(|_| out.len() < NUMBERS) {
            if !matches!(self.terms.sort(t), Sort::Bv(_)) || !seen.insert(t) {
                continue;
            }
            out.push(t);
            if matches!(self.terms.op(t), Op::Extract | Op::Concat | Op::Add | Op::Mul | Op::Neg | Op::Shl) {
                work.extend(self.terms.args(t).iter().copied().filter(|a| !self.terms.is_const(*a)));
            }
        }
        out
    }
}

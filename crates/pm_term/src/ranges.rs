//! What is known of terms' values whatever their symbols are: intervals and bits, from the symbols up.
//!
//! Each node is looked at once, however deep it lies. Most nodes are known to be nothing in particular: those take four bytes.

use crate::domain::{Abs, MAX_WIDTH, apply};
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};

/// Values of the terms of one table, which may grow.
#[derive(Default)]
pub struct Ranges {
    /// By node: [`NEW`], [`ANY`], or a place in the table behind them.
    places: Vec<u32>,
    table: Vec<Abs>,
}

const NEW: u32 = 0;
const ANY: u32 = 1;

impl Ranges {
    pub fn new() -> Ranges {
        Ranges::default()
    }

    /// All values that a term can have; of an array, those of its elements. `None` where that is not narrower than its width.
    pub fn of(&mut self, terms: &Terms, t: TermId) -> Option<Abs> {
        if self.places.len() < terms.len() {
            self.places.resize(terms.len(), NEW);
        }
        let mut stack = vec![t.regular()];
        while let Some(&top) = stack.last() {
            let before = stack.len();
            if self.places[top.node()] == NEW {
                let is_new = |a: &TermId| self.places[a.node()] == NEW;
                stack.extend(terms.args(top).iter().map(|a| a.regular()).filter(is_new));
                if stack.len() == before {
                    let value = of_arguments(terms, top, &|a| self.known(a));
                    self.enter(terms, top, value);
                }
            }
            if stack.len() == before {
                stack.pop();
            }
        }
        self.known(t)
    }

    fn known(&self, t: TermId) -> Option<Abs> {
        let place = self.places[t.node()].checked_sub(ANY + 1)?;
        let value = self.table[place as usize];
        Some(if t.is_complemented() { value.not() } else { value })
    }

    fn enter(&mut self, terms: &Terms, t: TermId, value: Option<Abs>) {
        self.places[t.node()] = match value.filter(|v| *v != Abs::top(scalar_width(terms, t))) {
            Some(value) if self.table.len() < (u32::MAX - ANY) as usize => {
                self.table.push(value);
                self.table.len() as u32 + ANY
            }
            _ => ANY,
        };
    }
}

/// All values of a term, from those of its arguments.
pub(crate) fn of_arguments(terms: &Terms, t: TermId, known: &dyn Fn(TermId) -> Option<Abs>) -> Option<Abs> {
    let (op, args, width) = (terms.op(t), terms.args(t), scalar_width(terms, t));
    if op == Op::Const {
        return (width <= MAX_WIDTH).then(|| terms.const_u64(t)).flatten().map(|v| Abs::constant(width, v));
    }
    // The index of a read or a write says nothing about the element.
    let counts = |i: usize| !(i == 1 && matches!(op, Op::Select | Op::Store));
    let mut values = [Abs::top(1); 3];
    for (i, &arg) in args.iter().enumerate().filter(|(i, _)| counts(*i)) {
        let wide = scalar_width(terms, arg);
        if wide > MAX_WIDTH {
            return None;
        }
        values[i] = known(arg).unwrap_or(Abs::top(wide));
    }
    if width > MAX_WIDTH || op == Op::Eq && terms.sort(args[0]).is_array() {
        return None;
    }
    let lo = if op == Op::Extract { terms.extract_lo(t) } else { 0 };
    apply(op, values, (width, lo))
}

/// Bits of a value; of an array, those of its elements.
pub fn scalar_width(terms: &Terms, t: TermId) -> u32 {
    match terms.sort(t) {
        Sort::Bool => 1,
        Sort::Bv(width) => width,
        Sort::Array { elem, .. } => elem,
    }
}

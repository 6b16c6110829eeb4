//! Bit-vectors as mathematical integers, exactly: ranges are asserted, and what wraps around says so.
//!
//! Each bit-vector is the integer that it stands for, unsigned or signed, whichever its uses want; a comparison or a division that
//! wants the other one converts it. Sums, products and shifts wrap around by case distinctions or `mod`, but where intervals
//! ([`Ranges`]) show that they stay within the width. Parts of words are `div` and `mod` by powers of two, and operations on
//! bits are sums over the bits that are not known: nothing is approximated, and no other theory is needed. A model of the
//! integers is one of the bit-vectors and the other way round; only equality of whole arrays would compare more than that.
//!
//! Elements of arrays are unsigned. What a read of an array symbol gives is said to be within the width where it is read.
//!
//! Source: Cordeiro, Fischer, Marques-Silva, "SMT-Based Bounded Model Checking for Embedded ANSI-C Software", section 3.3; there
//! integers do not wrap around, which makes answers imprecise.

mod text;

use crate::domain::{Abs, MAX_WIDTH};
use crate::op::Op;
use crate::ranges::Ranges;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};
use crate::walk::NodeSet;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// Which integer a bit-vector is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sign {
    Unsigned,
    Signed,
}

use Sign::{Signed, Unsigned};

/// Bounds of an integer, where they are known and small enough to compute with.
type Interval = Option<(i128, i128)>;

/// Wider than this, bounds are not computed with.
const WIDEST_INTERVAL: u32 = 120;

#[derive(Default)]
pub(super) struct Integers {
    /// By node, of bit-vectors that were met.
    signs: FxHashMap<usize, Sign>,
    /// By node: uses as a signed value, less those as an unsigned one.
    wishes: FxHashMap<usize, i32>,
    /// Arrays with a symbol below them.
    open_arrays: NodeSet,
    ranges: RefCell<Ranges>,
}

pub(super) fn sort_text(sort: Sort) -> &'static str {
    match sort {
        Sort::Bool => "Bool",
        Sort::Bv(_) => "Int",
        Sort::Array { .. } => "(Array Int Int)",
    }
}

/// Products and quotients of two terms that are no constants.
pub(super) fn is_nonlinear(terms: &Terms, t: TermId) -> bool {
    let args = terms.args(t);
    match terms.op(t) {
        Op::Mul | Op::Umulo | Op::Smulo => !terms.is_const(args[0]) && !terms.is_const(args[1]),
        Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => !terms.is_const(args[1]),
        _ => false,
    }
}

impl Integers {
    /// Looks at how the nodes are used, users last.
    pub(super) fn choose_signs(&mut self, terms: &Terms, nodes: &[TermId]) {
        self.wishes.clear();
        for &t in nodes.iter().rev() {
            let own = self.wishes.get(&t.node()).copied().unwrap_or(0).signum();
            let wish = match terms.op(t) {
                Op::Slt | Op::Sle | Op::Sdiv | Op::Srem | Op::Ashr | Op::Sext | Op::Smulo => 1,
                Op::Ult | Op::Ule | Op::Udiv | Op::Urem | Op::Lshr | Op::Zext | Op::Umulo => -1,
                Op::Select | Op::Store | Op::ConstArray => -1,
                Op::Add | Op::Sub | Op::Neg | Op::Mul | Op::Ite => own,
                _ => 0,
            };
            terms.args(t).iter().for_each(|arg| *self.wishes.entry(arg.node()).or_default() += wish);
        }
    }

    /// Takes a node down whose arguments were; whether its range must be asserted, because it is read from an array symbol.
    pub(super) fn enter(&mut self, terms: &Terms, t: TermId) -> bool {
        let args = terms.args(t);
        if terms.sort(t).is_array() {
            if terms.op(t) == Op::Symbol || args.iter().any(|a| self.open_arrays.contains(*a)) {
                self.open_arrays.insert(t);
            }
            return false;
        }
        if matches!(terms.sort(t), Sort::Bv(_)) {
            let sign = self.choose(terms, t);
            self.signs.entry(t.node()).or_insert(sign);
        }
        terms.op(t) == Op::Select && self.open_arrays.contains(args[0])
    }

    fn choose(&self, terms: &Terms, t: TermId) -> Sign {
        let args = terms.args(t);
        let is_wished = self.wishes.get(&t.node()).is_some_and(|wish| *wish > 0);
        let wished = if is_wished { Signed } else { Unsigned };
        match terms.op(t) {
            Op::Symbol => wished,
            Op::Sdiv | Op::Srem | Op::Ashr | Op::Sext => Signed,
            Op::Add | Op::Sub | Op::Mul => self.common(terms, &args, wished),
            Op::Ite => self.common(terms, &args[1..], wished),
            Op::Neg | Op::Concat => self.sign(args[0]),
            Op::Extract if terms.extract_lo(t) + terms.width(t) == terms.width(args[0]) => self.sign(args[0]),
            _ => Unsigned,
        }
    }

    /// What all arguments are, constants apart.
    fn common(&self, terms: &Terms, args: &[TermId], wished: Sign) -> Sign {
        let mut signs = args.iter().filter(|a| !terms.is_const(**a)).map(|a| self.sign(*a));
        let Some(first) = signs.next() else { return wished };
        if signs.all(|sign| sign == first) { first } else { wished }
    }

    fn sign(&self, t: TermId) -> Sign {
        self.signs.get(&t.node()).copied().unwrap_or(Unsigned)
    }

    fn known(&self, terms: &Terms, t: TermId) -> Option<Abs> {
        if terms.width(t) > MAX_WIDTH {
            return None;
        }
        let known = self.ranges.borrow_mut().of(terms, t);
        Some(known.unwrap_or(Abs::top(terms.width(t))))
    }

    fn interval(&self, terms: &Terms, t: TermId, sign: Sign) -> Interval {
        match (self.known(terms, t), sign) {
            (Some(known), Unsigned) => Some((known.umin.into(), known.umax.into())),
            (Some(known), Signed) => Some((known.smin.into(), known.smax.into())),
            (None, _) => limits(terms.width(t), sign),
        }
    }

    /// The unsigned and the signed value are the same.
    fn has_one_value(&self, terms: &Terms, t: TermId) -> bool {
        self.known(terms, t).is_some_and(|known| known.smin >= 0)
    }

    /// Whether a bit may be 1.
    fn is_open_bit(&self, terms: &Terms, t: TermId, at: u32) -> bool {
        self.known(terms, t).is_none_or(|known| known.zeros >> at & 1 == 0)
    }
}

/// All values of a width.
fn limits(width: u32, sign: Sign) -> Interval {
    match sign {
        _ if width > WIDEST_INTERVAL => None,
        Unsigned => Some((0, (1 << width) - 1)),
        Signed => Some((-(1 << (width - 1)), (1 << (width - 1)) - 1)),
    }
}

#[cfg(test)]
mod tests {
    use crate::smtlib::{Encoding, SmtPrinter};
    use crate::{Sort, TermId, Terms};

    fn script(terms: &Terms, t: TermId) -> String {
        let mut out = String::new();
        let mut printer = SmtPrinter::of(Encoding::Integers);
        printer.prepare(terms, &[t], &mut out);
        out
    }

    #[test]
    fn what_stays_within_its_width_does_not_wrap_around() {
        let mut t = Terms::new();
        let (x, y) = (t.symbol("x", Sort::Bv(4)), t.symbol("y", Sort::Bv(4)));
        let (wide_x, wide_y, ten) = (t.zext(x, 8), t.zext(y, 8), t.bv(8, 10));
        let sum = t.add(wide_x, wide_y);
        let small = t.ult(sum, ten);
        let text = script(&t, small);
        assert!(text.ends_with("Bool (< (+ |x| |y|) 10))\n"), "{text}");
        assert!(text.contains("(assert (and (<= 0 |x|) (< |x| 16)))"), "{text}");
        let (x, y) = (t.symbol("p", Sort::Bv(8)), t.symbol("q", Sort::Bv(8)));
        let sum = t.add(x, y);
        let small = t.ult(sum, ten);
        let text = script(&t, small);
        assert!(text.contains("(let ((?s (+ |p| |q|))) (ite (< ?s 256) ?s (- ?s 256)))"), "{text}");
    }

    #[test]
    fn comparisons_of_signed_words_make_signed_integers() {
        let mut t = Terms::new();
        let (x, y) = (t.symbol("x", Sort::Bv(8)), t.symbol("y", Sort::Bv(8)));
        let less = t.slt(x, y);
        let text = script(&t, less);
        assert!(text.contains("(assert (and (<= (- 128) |x|) (< |x| 128)))"), "{text}");
        assert!(text.ends_with("Bool (< |x| |y|))\n"), "{text}");
    }
}

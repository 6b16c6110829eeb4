//! Every rewrite against unsimplified construction: one recipe is built by a rewriting and by a raw manager, and both
//! terms must have the same values, by the naive evaluation of [`reference`].

mod arrays;
mod exhaustive;
mod forms;
mod fuzz;
mod reference;
mod wide;

use crate::op::Op;
use crate::ranges::Ranges;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};
use pm_base::Random;
use reference::Tables;

/// A term built twice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pair {
    pub new: TermId,
    pub raw: TermId,
}

/// Two managers fed with the same calls, and the values of the inputs.
pub(crate) struct Twins {
    pub new: Terms,
    pub raw: Terms,
    new_tables: Tables,
    raw_tables: Tables,
    new_ranges: Ranges,
    raw_ranges: Ranges,
}

impl Twins {
    /// Inputs take their values from `inputs`, by name.
    pub fn new(inputs: Tables) -> Twins {
        Twins {
            new: Terms::new(),
            raw: Terms::raw(),
            new_tables: inputs.clone(),
            raw_tables: inputs,
            new_ranges: Ranges::new(),
            raw_ranges: Ranges::new(),
        }
    }

    pub fn symbol(&mut self, name: &str, sort: Sort) -> Pair {
        Pair { new: self.new.symbol(name, sort), raw: self.raw.symbol(name, sort) }
    }

    pub fn bv(&mut self, width: u32, value: u128) -> Pair {
        Pair { new: self.new.bv(width, value), raw: self.raw.bv(width, value) }
    }

    pub fn sort(&self, p: Pair) -> Sort {
        self.raw.sort(p.raw)
    }

    pub fn width(&self, p: Pair) -> u32 {
        self.raw.width(p.raw)
    }

    pub fn build(&mut self, f: impl Fn(&mut Terms, &[TermId]) -> TermId, args: &[Pair]) -> Pair {
        let new: Vec<TermId> = args.iter().map(|p| p.new).collect();
        let raw: Vec<TermId> = args.iter().map(|p| p.raw).collect();
        Pair { new: f(&mut self.new, &new), raw: f(&mut self.raw, &raw) }
    }

    pub fn binary(&mut self, op: Op, a: Pair, b: Pair) -> Pair {
        self.build(|terms, args| terms.binary(op, args[0], args[1]), &[a, b])
    }

    /// Fails unless both terms have the same values and sorts, and their ranges contain all values.
    pub fn check(&mut self, p: Pair) {
        assert_eq!(self.new.sort(p.new), self.raw.sort(p.raw));
        let new = self.new_tables.table(&self.new, p.new);
        let raw = self.raw_tables.table(&self.raw, p.raw);
        if new != raw {
            let at = new.first_difference(&raw);
            panic!(
                "values differ at assignment {at}:\n  raw {} = {}\n  new {} = {}\n  inputs {}",
                reference::show(&self.raw, p.raw),
                raw.show(at),
                reference::show(&self.new, p.new),
                new.show(at),
                self.raw_tables.show_inputs(at),
            );
        }
        let said = [self.new_ranges.of(&self.new, p.new), self.raw_ranges.of(&self.raw, p.raw)];
        for (said, values) in said.into_iter().flatten().zip([new.all(), raw.all()]) {
            let outside = values.into_iter().find(|v| !said.contains(*v));
            assert_eq!(outside, None, "{said:?} of {}", reference::show(&self.raw, p.raw));
        }
    }
}

/// Operators of two bit-vectors of one width.
pub(crate) const BINARY: [Op; 22] = [
    Op::And,
    Op::Or,
    Op::Xor,
    Op::Eq,
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Udiv,
    Op::Urem,
    Op::Sdiv,
    Op::Srem,
    Op::Shl,
    Op::Lshr,
    Op::Ashr,
    Op::Concat,
    Op::Ult,
    Op::Ule,
    Op::Slt,
    Op::Sle,
    Op::Umulo,
    Op::Smulo,
    Op::Implies,
];

/// A value of a width, often near 0, 1, the sign bit or all ones.
pub(crate) fn special_value(random: &mut Random, width: u32) -> u64 {
    let mask = u64::MAX >> (64 - width);
    let sign = 1u64 << (width - 1);
    let raw = match random.below(8) {
        0 => random.below(4),
        1 => 0u64.wrapping_sub(random.below(4)),
        2 => sign.wrapping_add(random.below(3)).wrapping_sub(1),
        3 => 1 << (random.below(width.into())),
        4 => (1u64 << (random.below(width.into()))).wrapping_sub(1),
        _ => random.draw(),
    };
    raw & mask
}

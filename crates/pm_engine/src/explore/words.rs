//! The numbers that a program speaks of: what it compares with, counts to and reaches for. Values next to them are where it changes its mind.

use pm_base::Random;
use pm_base::num::{FloatFormat, IntFormat};
use pm_ir::uses::{inst_operands, term_operand};
use pm_ir::{Inst, InstKind, Operand, Program, Rvalue, TermKind};
use rustc_hash::FxHashSet;

/// Of larger programs only so many.
const MOST: usize = 4096;
/// Bytes of the elements that a constant offset may be a number of.
const ELEMENTS: [i64; 3] = [2, 4, 8];

#[derive(Default)]
pub struct Words {
    ints: Vec<i128>,
    floats: Vec<(FloatFormat, u128)>,
}

impl Words {
    /// Those of the program's own functions.
    pub fn of(program: &Program) -> Words {
        let mut found = Found::default();
        let funcs = program.funcs.iter().filter(|f| !f.is_model);
        for block in funcs.flat_map(|f| f.blocks.iter()) {
            block.insts.iter().for_each(|i| found.inst(i));
            found.terminator(&block.term.kind);
            if found.ints.len() >= MOST {
                break;
            }
        }
        let mut ints: Vec<i128> = found.ints.into_iter().collect();
        ints.sort_unstable();
        let mut floats: Vec<(FloatFormat, u128)> = found.floats.into_iter().collect();
        floats.sort_unstable_by_key(|(f, v)| (f.bits(), *v));
        Words { ints, floats }
    }

    /// One of them, or a neighbour.
    pub fn int(&self, random: &mut Random, f: IntFormat) -> Option<u128> {
        let word = *self.ints.get(random.below(self.ints.len() as u64) as usize)?;
        Some(f.wrap(match random.below(8) {
            0 | 1 => word.wrapping_sub(1),
            2 | 3 => word.wrapping_add(1),
            4 => word.wrapping_neg(),
            _ => word,
        } as u128))
    }

    /// One of them, a neighbour, or one of the integers.
    pub fn float(&self, random: &mut Random, f: FloatFormat) -> Option<u128> {
        if self.floats.is_empty() || random.below(3) == 0 {
            let wide = IntFormat::new(64, true);
            return self.int(random, wide).map(|v| f.from_int(v, wide));
        }
        let (from, word) = random.pick(&self.floats);
        let word = f.from_float(word, from);
        Some(match random.below(6) {
            0 => f.next(word, false),
            1 => f.next(word, true),
            2 => f.neg(word),
            _ => word,
        })
    }
}

#[derive(Default)]
struct Found {
    ints: FxHashSet<i128>,
    floats: FxHashSet<(FloatFormat, u128)>,
}

impl Found {
    fn inst(&mut self, inst: &Inst) {
        inst_operands(&inst.kind, &mut |o| self.operand(o));
        if let InstKind::Assign { value, .. } | InstKind::Assert { cond: value, .. } = &inst.kind
            && let Rvalue::InBounds { count, .. } | Rvalue::Index { count: Some(count), .. } = value
        {
            self.ints.insert((*count).into());
        }
    }

    fn terminator(&mut self, term: &TermKind) {
        term_operand(term).into_iter().for_each(|o| self.operand(o));
        if let TermKind::Switch { ty, cases, .. } = term {
            self.ints.extend(cases.iter().flat_map(|c| [ty.to_i128(c.lo), ty.to_i128(c.hi)]));
        }
    }

    fn operand(&mut self, o: &Operand) {
        match o {
            Operand::Int(f, v) if f.bits > 1 => _ = self.ints.insert(f.to_i128(*v)),
            Operand::Float(f, v) => _ = self.floats.insert((*f, *v)),
            Operand::Addr(_, at) if *at != 0 => {
                let counts = ELEMENTS.iter().filter(|size| at % **size == 0).map(|size| i128::from(at / size));
                self.ints.extend(counts.chain([i128::from(*at)]));
            }
            Operand::Int(..) | Operand::Addr(..) | Operand::Abs(_) | Operand::Var(_) => {}
        }
    }
}

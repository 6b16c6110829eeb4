//! Random expressions of several widths on random and special values, and the evaluator on all of them.

use super::reference::Tables;
use super::{BINARY, Pair, Twins, special_value};
use crate::bits::Bits;
use crate::eval::Evaluator;
use crate::op::Op;
use crate::sort::Sort;
use pm_base::Random;

const WIDTHS: [u32; 8] = [1, 2, 3, 4, 7, 8, 16, 32];
const SAMPLES: usize = 48;

fn random_inputs(random: &mut Random) -> Tables {
    let mut tables = Tables::new(SAMPLES);
    for width in WIDTHS {
        for name in ["a", "b", "c"] {
            tables.input(&format!("{name}{width}"), (0..SAMPLES).map(|_| special_value(random, width)).collect());
        }
    }
    for name in ["p", "q", "r"] {
        tables.input(name, (0..SAMPLES).map(|_| random.draw() & 1).collect());
    }
    tables
}

struct Pool {
    twins: Twins,
    random: Random,
    pairs: Vec<Pair>,
}

impl Pool {
    fn new(seed: u64) -> Pool {
        let mut random = Random::new(seed);
        let mut twins = Twins::new(random_inputs(&mut random));
        let mut pairs = Vec::new();
        for width in WIDTHS {
            for name in ["a", "b", "c"] {
                pairs.push(twins.symbol(&format!("{name}{width}"), Sort::Bv(width)));
            }
        }
        pairs.extend(["p", "q", "r"].map(|name| twins.symbol(name, Sort::Bool)));
        Pool { twins, random, pairs }
    }

    /// Some term, recent ones more often, or a constant.
    fn operand(&mut self, sort: Sort) -> Pair {
        if let Sort::Bv(width) = sort
            && self.random.below(4) == 0
        {
            let value = special_value(&mut self.random, width);
            return self.twins.bv(width, value.into());
        }
        let fitting: Vec<Pair> = self.pairs.iter().copied().filter(|&p| self.twins.sort(p) == sort).collect();
        if fitting.is_empty() {
            let Sort::Bv(width) = sort else { unreachable!("there are inputs of each other sort") };
            return self.twins.bv(width, 1);
        }
        let recent = fitting.len().saturating_sub(4);
        let from = if self.random.below(2) == 0 { &fitting[recent..] } else { &fitting[..] };
        let picked = self.random.pick(from);
        if self.random.below(4) == 0 { self.twins.build(|terms, args| terms.not(args[0]), &[picked]) } else { picked }
    }

    fn width(&mut self) -> u32 {
        self.random.pick(&WIDTHS)
    }

    fn step(&mut self) -> Pair {
        let width = self.width();
        let sort = Sort::Bv(width);
        match self.random.below(12) {
            0 => {
                let (a, b) = (self.operand(Sort::Bool), self.operand(Sort::Bool));
                let op = self.random.pick(&[Op::And, Op::Or, Op::Xor, Op::Eq, Op::Implies]);
                self.twins.binary(op, a, b)
            }
            1 | 2 => {
                let sort = if self.random.below(4) == 0 { Sort::Bool } else { sort };
                let args = [self.operand(Sort::Bool), self.operand(sort), self.operand(sort)];
                self.twins.build(|terms, args| terms.ite(args[0], args[1], args[2]), &args)
            }
            3 => {
                let a = self.operand(sort);
                let lo = self.random.below(u64::from(width)) as u32;
                let hi = lo + self.random.below((width - lo).into()) as u32;
                self.twins.build(|terms, args| terms.extract(args[0], hi, lo), &[a])
            }
            4 => {
                let a = self.operand(sort);
                let to = (width + self.random.below(10) as u32).min(32);
                let sign = self.random.below(2) == 0;
                let extend = |terms: &mut crate::Terms, args: &[crate::TermId]| {
                    if sign { terms.sext(args[0], to) } else { terms.zext(args[0], to) }
                };
                self.twins.build(extend, &[a])
            }
            5 => {
                let p = self.operand(Sort::Bool);
                self.twins.build(|terms, args| terms.bool_to_bv(args[0], width), &[p])
            }
            6 => {
                let other = self.random.pick(&[1, 2, 3, 4, 8]);
                let (a, b) = (self.operand(sort), self.operand(Sort::Bv(other)));
                if width + other > 40 {
                    return a;
                }
                self.twins.binary(Op::Concat, a, b)
            }
            7 => {
                let a = self.operand(sort);
                self.twins.build(|terms, args| terms.neg(args[0]), &[a])
            }
            _ => {
                let op = loop {
                    let op = self.random.pick(&BINARY);
                    if !matches!(op, Op::Concat | Op::Implies) {
                        break op;
                    }
                };
                let (a, b) = (self.operand(sort), self.operand(sort));
                self.twins.binary(op, a, b)
            }
        }
    }
}

#[test]
fn random_expressions() {
    for seed in 0..700 {
        let mut pool = Pool::new(seed);
        for _ in 0..60 {
            let pair = pool.step();
            pool.twins.check(pair);
            pool.pairs.push(pair);
        }
    }
}

/// The evaluator and the naive reference agree on simplified and on raw terms.
#[test]
fn evaluator_agrees() {
    for seed in 5000..5040 {
        let mut pool = Pool::new(seed);
        for _ in 0..60 {
            let pair = pool.step();
            pool.pairs.push(pair);
        }
        for at in 0..4 {
            compare_evaluations(&mut pool, at);
        }
    }
}

fn compare_evaluations(pool: &mut Pool, at: usize) {
    let Pool { twins, pairs, .. } = pool;
    for raw in [false, true] {
        let (terms, tables) =
            if raw { (&twins.raw, &mut twins.raw_tables) } else { (&twins.new, &mut twins.new_tables) };
        let mut evaluator = Evaluator::new();
        for number in 0..terms.symbol_count() {
            let symbol = crate::SymbolId(number as u32);
            let term = terms.symbol_term(symbol);
            let value = tables.value(terms, term, at);
            evaluator.set_bits(symbol, Bits::from_u128(terms.width(term), value.into()));
        }
        for pair in pairs.iter() {
            let t = if raw { pair.raw } else { pair.new };
            let value = evaluator.eval_bits(terms, t).to_u128();
            assert_eq!(value, Some(tables.value(terms, t, at).into()), "{}", super::reference::show(terms, t));
        }
    }
}

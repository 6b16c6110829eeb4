//! Random array expressions, and long chains of stores.

use super::reference::Tables;
use super::{Pair, Twins, special_value};
use crate::sort::Sort;
use crate::terms::Terms;
use pm_base::Random;

const INDEX: u32 = 3;
const ELEM: u32 = 4;
const SAMPLES: usize = 32;

fn twins(random: &mut Random) -> Twins {
    let mut tables = Tables::new(SAMPLES);
    for name in ["m", "n"] {
        let mut array = || (0..1 << INDEX).map(|_| special_value(random, ELEM)).collect();
        tables.array_input(name, (0..SAMPLES).map(|_| array()).collect());
    }
    for (name, width) in [("i", INDEX), ("j", INDEX), ("x", ELEM), ("y", ELEM), ("c", 1)] {
        tables.input(name, (0..SAMPLES).map(|_| special_value(random, width)).collect());
    }
    Twins::new(tables)
}

struct Pool {
    twins: Twins,
    random: Random,
    arrays: Vec<Pair>,
    indices: Vec<Pair>,
    elems: Vec<Pair>,
    bools: Vec<Pair>,
}

impl Pool {
    fn new(seed: u64) -> Pool {
        let mut random = Random::new(seed);
        let mut twins = twins(&mut random);
        let sort = Sort::Array { index: INDEX, elem: ELEM };
        let mut indices: Vec<Pair> = ["i", "j"].map(|name| twins.symbol(name, Sort::Bv(INDEX))).into();
        indices.extend((0..6).map(|k| twins.bv(INDEX, k)));
        let next = twins.bv(INDEX, 1);
        let sum = twins.build(|terms, args| terms.add(args[0], args[1]), &[indices[0], next]);
        indices.push(sum);
        let elems: Vec<Pair> = ["x", "y"].map(|name| twins.symbol(name, Sort::Bv(ELEM))).into();
        let mut arrays: Vec<Pair> = ["m", "n"].map(|name| twins.symbol(name, sort)).into();
        arrays.push(twins.build(|terms, args| terms.const_array(INDEX, args[0]), &[elems[0]]));
        let bools = vec![twins.symbol("c", Sort::Bool)];
        Pool { twins, random, arrays, indices, elems, bools }
    }

    fn step(&mut self) {
        let random = &mut self.random;
        let recent = self.arrays.len().saturating_sub(3);
        let (a, b) = (random.pick(&self.arrays[recent..]), random.pick(&self.arrays));
        let (index, elem, cond) = (random.pick(&self.indices), random.pick(&self.elems), random.pick(&self.bools));
        match random.below(8) {
            0..3 => {
                let pair = self.twins.build(|terms, args| terms.store(args[0], args[1], args[2]), &[a, index, elem]);
                self.arrays.push(pair);
            }
            3 => {
                let pair = self.twins.build(|terms, args| terms.ite(args[0], args[1], args[2]), &[cond, a, b]);
                self.arrays.push(pair);
            }
            4 => {
                let pair = self.twins.build(|terms, args| terms.eq(args[0], args[1]), &[a, b]);
                self.bools.push(pair);
            }
            5 => {
                let other = random.pick(&self.elems);
                let pair = self.twins.build(|terms, args| terms.eq(args[0], args[1]), &[elem, other]);
                self.bools.push(pair);
            }
            _ => {
                let pair = self.twins.build(|terms, args| terms.select(args[0], args[1]), &[a, index]);
                self.elems.push(pair);
            }
        }
    }
}

#[test]
fn random_array_expressions() {
    for seed in 0..400 {
        let mut pool = Pool::new(seed);
        for _ in 0..80 {
            pool.step();
        }
        for list in [&pool.arrays, &pool.elems, &pool.bools] {
            list.iter().for_each(|&pair| pool.twins.check(pair));
        }
    }
}

#[test]
fn selects_from_long_chains_find_the_last_store() {
    let mut terms = Terms::new();
    let base = terms.symbol("m", Sort::Array { index: 32, elem: 8 });
    let mut array = base;
    for k in 0..20_000u32 {
        let (index, elem) = (terms.bv(32, (k % 7000).into()), terms.bv(8, (k / 7000).into()));
        array = terms.store(array, index, elem);
        let old = terms.bv(32, (k / 2 % 7000).into());
        let found = terms.select(array, old);
        assert!(terms.is_const(found));
    }
    for k in 0..7000u32 {
        let index = terms.bv(32, k.into());
        let found = terms.select(array, index);
        assert_eq!(terms.const_u64(found), Some(if k < 6000 { 2 } else { 1 }), "index {k}");
    }
    let beyond = terms.bv(32, 7000);
    let (found, plain) = (terms.select(array, beyond), terms.select(base, beyond));
    assert_eq!(found, plain);
}

#[test]
fn a_symbolic_store_hides_what_is_below() {
    let mut terms = Terms::new();
    let base = terms.symbol("m", Sort::Array { index: 32, elem: 8 });
    let (i, x) = (terms.symbol("i", Sort::Bv(32)), terms.symbol("x", Sort::Bv(8)));
    let zero = terms.bv(32, 0);
    let stored = terms.store(base, zero, x);
    let hidden = terms.store(stored, i, x);
    let found = terms.select(hidden, zero);
    assert_eq!(terms.op(found), crate::Op::Select);
    let one = terms.bv(32, 1);
    let next = terms.add(i, one);
    let found = terms.select(hidden, next);
    let below = terms.select(stored, next);
    assert_eq!(found, below, "i and i + 1 are known to differ");
}

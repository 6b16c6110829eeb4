//! Small expression shapes over all operators, on all values of widths up to 4.

use super::reference::Tables;
use super::{BINARY, Pair, Twins};
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::Terms;

/// Inputs `x`, `y` (and `z` up to width 3) of a width and `c` of Bool, with all combinations of values.
fn twins(width: u32, variables: &[&str]) -> Twins {
    let each = 1usize << width;
    let count = each.pow(variables.len() as u32) * 2;
    let mut tables = Tables::new(count);
    let mut step = 2;
    tables.input("c", (0..count).map(|at| (at % 2) as u64).collect());
    for name in variables {
        tables.input(name, (0..count).map(|at| (at / step % each) as u64).collect());
        step *= each;
    }
    Twins::new(tables)
}

fn inputs(twins: &mut Twins, width: u32, variables: &[&str]) -> Vec<Pair> {
    variables.iter().map(|name| twins.symbol(name, Sort::Bv(width))).collect()
}

/// All results of one operator over terms of a width, with the complements.
fn unary(twins: &mut Twins, x: Pair) -> Vec<Pair> {
    let width = twins.width(x);
    let mut out =
        vec![twins.build(|terms, args| terms.not(args[0]), &[x]), twins.build(|terms, args| terms.neg(args[0]), &[x])];
    for lo in 0..width {
        for hi in lo..width {
            out.push(twins.build(|terms, args| terms.extract(args[0], hi, lo), &[x]));
        }
    }
    for to in width..=width + 3 {
        out.push(twins.build(|terms, args| terms.zext(args[0], to), &[x]));
        out.push(twins.build(|terms, args| terms.sext(args[0], to), &[x]));
    }
    out
}

fn operators(twins: &Twins, a: Pair, b: Pair) -> Vec<Op> {
    let (a, b) = (twins.sort(a), twins.sort(b));
    let fits = |op: &Op| match op {
        Op::Concat => !a.is_bool() && !b.is_bool(),
        Op::Implies => a.is_bool() && b.is_bool(),
        Op::And | Op::Or | Op::Xor | Op::Eq => a == b,
        _ => a == b && !a.is_bool(),
    };
    BINARY.iter().copied().filter(fits).collect()
}

fn all_binary(twins: &mut Twins, a: Pair, b: Pair) -> Vec<Pair> {
    operators(twins, a, b).into_iter().map(|op| twins.binary(op, a, b)).collect()
}

fn check_all(twins: &mut Twins, pairs: &[Pair]) {
    pairs.iter().for_each(|&pair| twins.check(pair));
}

/// op(x, y), op(x, x), op(x, K), op(K, x), op(x, ~x), and conversions, then conversions of all results.
#[test]
fn single_operators() {
    for width in 1..=4 {
        let mut twins = twins(width, &["x", "y"]);
        let vars = inputs(&mut twins, width, &["x", "y"]);
        let (x, y) = (vars[0], vars[1]);
        let not_x = twins.build(|terms, args| terms.not(args[0]), &[x]);
        let mut level = unary(&mut twins, x);
        let mut others = vec![x, y, not_x];
        others.extend((0..1u128 << width).map(|k| twins.bv(width, k)));
        for other in others {
            level.extend(all_binary(&mut twins, x, other));
            level.extend(all_binary(&mut twins, other, x));
        }
        check_all(&mut twins, &level);
        for pair in level {
            if twins.sort(pair).is_bool() {
                let converted = twins.build(|terms, args| terms.bool_to_bv(args[0], 3), &[pair]);
                twins.check(converted);
            } else {
                let results = unary(&mut twins, pair);
                check_all(&mut twins, &results);
            }
        }
    }
}

/// op1(op2(x, K1), K2) and op1(K2, op2(K1, x)) for all operators and constants.
#[test]
fn chains_with_constants() {
    for width in 1..=3 {
        let mut twins = twins(width, &["x", "y"]);
        let x = inputs(&mut twins, width, &["x"])[0];
        let constants: Vec<Pair> = (0..1u128 << width).map(|k| twins.bv(width, k)).collect();
        let mut inner = unary(&mut twins, x);
        for &k in &constants {
            inner.extend(all_binary(&mut twins, x, k));
            inner.extend(all_binary(&mut twins, k, x));
        }
        for pair in inner {
            if twins.sort(pair).is_bool() {
                continue;
            }
            let width = twins.width(pair);
            for k in 0..1u128 << width {
                let k = twins.bv(width, k);
                let results = [all_binary(&mut twins, pair, k), all_binary(&mut twins, k, pair)].concat();
                check_all(&mut twins, &results);
            }
        }
    }
}

/// op1(op2(x, y), z) where z is a variable, an operand or the complement of one, or another such term.
#[test]
fn pairs_of_operators() {
    for width in 1..=3 {
        let mut twins = twins(width, &["x", "y"]);
        let vars = inputs(&mut twins, width, &["x", "y"]);
        let (x, y) = (vars[0], vars[1]);
        let c = twins.symbol("c", Sort::Bool);
        let not_x = twins.build(|terms, args| terms.not(args[0]), &[x]);
        let one = twins.bv(width, 1);
        let mut level = vec![x, y, not_x, one, c];
        for (a, b) in [(x, y), (not_x, y), (x, one), (y, x)] {
            level.extend(all_binary(&mut twins, a, b));
        }
        level.extend(unary(&mut twins, x));
        level.push(twins.build(|terms, args| terms.ite(args[0], args[1], args[2]), &[c, x, y]));
        level.push(twins.build(|terms, args| terms.ite(args[0], args[1], args[2]), &[c, one, y]));
        level.push(twins.build(|terms, args| terms.ite(args[0], args[1], args[2]), &[c, not_x, one]));
        level.push(twins.build(|terms, args| terms.bool_to_bv(args[0], terms.width(args[1])), &[c, x]));
        let flipped: Vec<Pair> = level.iter().map(|&p| twins.build(|terms, args| terms.not(args[0]), &[p])).collect();
        level.extend(flipped);
        for &a in &level.clone() {
            for &b in &level {
                let results = all_binary(&mut twins, a, b);
                check_all(&mut twins, &results);
                if twins.sort(a) == twins.sort(b) {
                    let result = twins.build(|terms, args| terms.ite(args[0], args[1], args[2]), &[c, a, b]);
                    twins.check(result);
                    let conds: Vec<Pair> = results.into_iter().filter(|&p| twins.sort(p).is_bool()).collect();
                    for cond in conds {
                        let result = twins.build(|terms, args| terms.ite(args[0], args[1], args[2]), &[cond, a, b]);
                        twins.check(result);
                    }
                }
            }
        }
    }
}

/// Sums, differences and products that do not fit, against arithmetic on mathematical integers.
#[test]
fn overflow_predicates() {
    for width in 1..=4u32 {
        let mut twins = twins(width, &["x", "y"]);
        let vars = inputs(&mut twins, width, &["x", "y"]);
        let mut operands = vars.clone();
        operands.extend((0..1u128 << width).map(|k| twins.bv(width, k)));
        for &b in &operands {
            for (a, b) in [(vars[0], b), (b, vars[0])] {
                check_overflow(&mut twins, width, a, b);
            }
        }
    }
}

/// The same of sums that are extended, negated and chosen, so that only ranges show what fits.
#[test]
fn overflow_of_sums_of_narrow_values() {
    let mut twins = twins(2, &["x", "y"]);
    let vars = inputs(&mut twins, 2, &["x", "y"]);
    for width in 3..=5u32 {
        let mut sums: Vec<Pair> = Vec::new();
        for &v in &vars {
            sums.push(twins.build(|t, a| t.sext(a[0], width), &[v]));
            sums.push(twins.build(|t, a| t.zext(a[0], width), &[v]));
        }
        for round in 0..2 {
            let (x, y) = (sums[round], sums[sums.len() - 1]);
            sums.push(twins.build(|t, a| t.add(a[0], a[1]), &[x, y]));
            sums.push(twins.build(|t, a| t.sub(a[0], a[1]), &[x, y]));
            sums.push(twins.build(|t, a| t.not(a[0]), &[y]));
        }
        for &a in &sums {
            for &b in &sums {
                check_overflow(&mut twins, width, a, b);
            }
        }
    }
}

fn check_overflow(twins: &mut Twins, width: u32, a: Pair, b: Pair) {
    // Mathematical results from operands that are extended far enough.
    let wide = 2 * width + 2;
    for is_signed in [false, true] {
        for op in [Op::Add, Op::Sub, Op::Mul] {
            let exact = twins.build(
                |terms, args| {
                    if !terms.rewriter.enabled {
                        let extend = if is_signed { Terms::sext } else { Terms::zext };
                        let (x, y) = (extend(terms, args[0], wide), extend(terms, args[1], wide));
                        let result = terms.binary(op, x, y);
                        let low = terms.truncate(result, width);
                        let back = extend(terms, low, wide);
                        return terms.ne(back, result);
                    }
                    match (op, is_signed) {
                        (Op::Add, false) => terms.uaddo(args[0], args[1]),
                        (Op::Add, true) => terms.saddo(args[0], args[1]),
                        (Op::Sub, false) => terms.usubo(args[0], args[1]),
                        (Op::Sub, true) => terms.ssubo(args[0], args[1]),
                        (_, false) => terms.umulo(args[0], args[1]),
                        (_, true) => terms.smulo(args[0], args[1]),
                    }
                },
                &[a, b],
            );
            twins.check(exact);
        }
    }
}

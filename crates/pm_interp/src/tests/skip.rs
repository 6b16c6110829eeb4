//! Loops that are skipped end as if they were executed.

use super::builder::*;
use super::{Recorder, run_all, run_mode};
use crate::translate::Settings;
use crate::{Outcome, RunOptions};
use pm_base::Random;
use pm_base::num::IntFormat;
use pm_ir::*;

const U32: Ty = Ty::Int(IntFormat::new(32, false));
const TYPES: [Ty; 4] = [I32, U32, I64, U64];

fn constant(ty: Ty, value: i64) -> Operand {
    match ty {
        Ty::Int(f) => Operand::Int(f, f.wrap(value as u128)),
        Ty::Float(_) | Ty::Ptr => Operand::NULL,
    }
}

/// `for (x = from; x < to; x += by);` with a function that adds.
fn counting(ty: Ty, from: i64, to: i64, by: i64) -> ProgramBuilder {
    let mut p = ProgramBuilder::new();
    let add = p.func("add", &[ty, ty], Some(ty), |b| {
        let sum = b.bin(BinOp::Add, ty, var(b.param(0)), var(b.param(1)));
        b.ret(Some(var(sum)));
    });
    p.entry(|b| {
        let x = b.var(ty);
        b.set(x, Rvalue::Use(constant(ty, from)));
        let (head, body, done) = (b.new_block(), b.new_block(), b.new_block());
        b.goto(head);
        b.at(head);
        let c = b.cmp(CmpOp::Lt, ty, var(x), constant(ty, to));
        b.branch(var(c), body, done);
        b.at(body);
        let sum = b.call(add, &[var(x), constant(ty, by)], Some(ty)).map_or(x, |v| v);
        b.set(x, Rvalue::Use(var(sum)));
        b.goto(head);
        b.at(done);
        b.stop_with(ty, var(x));
    });
    p
}

#[test]
fn what_is_skipped_counts() {
    let (program, names) = counting(U32, 0, 0x0fff_ffff, 2).finish();
    let options = RunOptions { skip_after: Some(1000), ..RunOptions::default() };
    for (fuse, trace) in [(true, false), (false, true)] {
        let settings = Settings { fast: true, fuse, trace };
        let ran = run_mode(&program, &names, &options, &[], settings, &mut Recorder::default());
        assert_eq!(ran.result.outcome, Outcome::Exit(0x1000_0000));
        assert!(ran.result.steps > 1 << 28);
    }
}

#[test]
fn numbers_wrap_around_as_they_do() {
    for ty in TYPES {
        for (from, to, by) in
            [(-50, 50, 1), (0, 1000, 7), (i64::from(i32::MAX) - 30, i64::from(i32::MAX), 1), (9, 4, 1)]
        {
            let options = RunOptions { max_steps: Some(20_000), ..RunOptions::default() };
            run_all(counting(ty, from, to, by), &options, &[]);
        }
        let options = RunOptions { max_steps: Some(20_000), ..RunOptions::default() };
        run_all(counting(ty, i64::from(i32::MAX) - 100, i64::from(i32::MAX), 3), &options, &[]);
        run_all(counting(ty, -100, -1, 3), &options, &[]);
    }
}

/// A loop of random sums, differences, copies and comparisons.
fn random_loop(random: &mut Random) -> ProgramBuilder {
    ProgramBuilder::main(|b| {
        let vars: Vec<(VarId, Ty)> = (0..6).map(|i| TYPES[i % 4]).map(|ty| (b.var(ty), ty)).collect();
        for &(v, ty) in &vars {
            let extreme = [0, 5, i64::from(i32::MAX) - 40, i64::from(i32::MIN) + 40, -20, i64::MAX - 60];
            let value = extreme[random.below(6) as usize];
            b.set(v, Rvalue::Use(constant(ty, value)));
        }
        let (head, done) = (b.new_block(), b.new_block());
        b.goto(head);
        b.at(head);
        for _ in 0..2 + random.below(6) {
            let (v, ty) = vars[random.below(6) as usize];
            let alike: Vec<VarId> = vars.iter().filter(|w| w.1 == ty).map(|w| w.0).collect();
            let other = alike[random.below(alike.len() as u64) as usize];
            let k = constant(ty, random.below(5) as i64 - 2);
            let operand = if random.below(4) == 0 { var(other) } else { k };
            let from = if random.below(3) == 0 { other } else { v };
            let (op, to) = (if random.below(2) == 0 { BinOp::Add } else { BinOp::Sub }, constant(ty, 60));
            match random.below(6) {
                0 => b.set(v, Rvalue::Use(var(other))),
                1 => {
                    let (w, wide) = vars[random.below(6) as usize];
                    b.set(v, Rvalue::Cast { from: wide, to: ty, a: var(w) });
                }
                2 => {
                    let cmp = [CmpOp::Lt, CmpOp::Le, CmpOp::Eq, CmpOp::Ne][random.below(4) as usize];
                    let c = b.cmp(cmp, ty, var(v), if random.below(2) == 0 { to } else { var(other) });
                    let (then, next) = (b.new_block(), b.new_block());
                    b.branch(var(c), then, next);
                    b.at(then);
                    b.set(v, Rvalue::Binary { op, ty, a: var(from), b: operand });
                    b.goto(next);
                    b.at(next);
                }
                _ => b.set(v, Rvalue::Binary { op, ty, a: var(from), b: operand }),
            }
        }
        let (v, ty) = vars[random.below(6) as usize];
        let cmp = [CmpOp::Lt, CmpOp::Le, CmpOp::Gt, CmpOp::Ne][random.below(4) as usize];
        let c = b.cmp(cmp, ty, var(v), constant(ty, 900));
        b.branch(var(c), head, done);
        b.at(done);
        let mut sum = b.let_(U64, Rvalue::Use(size(0)));
        for &(v, ty) in &vars {
            let wide = b.let_(U64, Rvalue::Cast { from: ty, to: U64, a: var(v) });
            sum = b.bin(BinOp::Add, U64, var(sum), var(wide));
        }
        b.stop_with(U64, var(sum));
    })
}

#[test]
fn random_loops() {
    let mut random = Random::new(5);
    for _ in 0..600 {
        let options = RunOptions { max_steps: Some(4000), ..RunOptions::default() };
        run_all(random_loop(&mut random), &options, &[]);
    }
}

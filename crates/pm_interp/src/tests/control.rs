//! Blocks, calls, limits, inputs, traces.

use super::builder::*;
use super::{Recorder, outcome, run_all, run_mode, trouble};
use crate::translate::Settings;
use crate::{Outcome, RunOptions};
use pm_base::num::IntFormat;
use pm_ir::*;

/// Sums 1..=n in a loop.
fn sum(n: i64) -> ProgramBuilder {
    ProgramBuilder::main(|b| {
        let (i, s) = (b.var(I32), b.var(I32));
        b.set(i, Rvalue::Use(int(1)));
        b.set(s, Rvalue::Use(int(0)));
        let (head, body, done) = (b.new_block(), b.new_block(), b.new_block());
        b.goto(head);
        b.at(head);
        let c = b.cmp(CmpOp::Le, I32, var(i), int(n));
        b.branch(var(c), body, done);
        b.at(body);
        b.set(s, Rvalue::Binary { op: BinOp::Add, ty: I32, a: var(s), b: var(i) });
        b.set(i, Rvalue::Binary { op: BinOp::Add, ty: I32, a: var(i), b: int(1) });
        b.goto(head);
        b.at(done);
        b.stop(var(s));
    })
}

#[test]
fn loops_and_steps() {
    let ran = run_all(sum(100), &RunOptions::default(), &[]);
    assert_eq!(ran.result.outcome, Outcome::Exit(5050));
    assert_eq!(ran.result.steps, 3 + 100 * 5 + 2 + 1);
}

#[test]
fn step_limit() {
    let options = RunOptions { max_steps: Some(50), ..RunOptions::default() };
    assert_eq!(run_all(sum(100), &options, &[]).result.outcome, Outcome::StepLimit);
    let options = RunOptions { max_steps: Some(10_000), ..RunOptions::default() };
    assert_eq!(run_all(sum(100), &options, &[]).result.outcome, Outcome::Exit(5050));
}

fn factorial(n: i64) -> ProgramBuilder {
    let mut p = ProgramBuilder::new();
    let f = FuncId(0);
    p.func("factorial", &[I32], Some(I32), |b| {
        let n = b.param(0);
        b.new_block();
        let (base, step) = (b.new_block(), b.new_block());
        let c = b.cmp(CmpOp::Le, I32, var(n), int(1));
        b.branch(var(c), base, step);
        b.at(base);
        b.ret(Some(int(1)));
        b.at(step);
        let m = b.bin(BinOp::Sub, I32, var(n), int(1));
        let r = b.call(f, &[var(m)], Some(I32)).unwrap();
        let v = b.bin(BinOp::Mul, I32, var(n), var(r));
        b.ret(Some(var(v)));
    });
    p.entry(|b| {
        let r = b.call(f, &[int(n)], Some(I32)).unwrap();
        b.stop(var(r));
    });
    p
}

#[test]
fn recursion() {
    assert_eq!(outcome(factorial(10)), Outcome::Exit(3_628_800));
}

#[test]
fn deep_recursion_ends_at_the_limit() {
    let options = RunOptions { max_depth: 1000, ..RunOptions::default() };
    assert!(matches!(run_all(factorial(999), &options, &[]).result.outcome, Outcome::Exit(_)));
    let Outcome::StackOverflow { depth, stack, .. } = run_all(factorial(1000), &options, &[]).result.outcome else {
        panic!()
    };
    assert_eq!(depth, 1000);
    assert!(!stack.is_empty() && stack.len() < 1000);
    assert!(matches!(run_all(factorial(900_000), &RunOptions::default(), &[]).result.outcome, Outcome::Exit(_)));
}

#[test]
fn switches() {
    let f = IntFormat::new(32, true);
    let pattern = |v: i64| u128::from(v as u32);
    let run = |v: i64, ranges: &[(i64, i64)]| {
        let mut p = ProgramBuilder::new();
        p.entry(|b| {
            let x = b.var(I32);
            b.set(x, Rvalue::Use(int(v)));
            let blocks: Vec<BlockId> = (0..=ranges.len()).map(|_| b.new_block()).collect();
            let cases = ranges.iter().zip(&blocks);
            let cases =
                cases.map(|((lo, hi), t)| SwitchCase { lo: pattern(*lo), hi: pattern(*hi), target: *t }).collect();
            b.switch(var(x), f, cases, blocks[ranges.len()]);
            for (i, block) in blocks.iter().enumerate() {
                b.at(*block);
                b.stop(int(i as i64));
            }
        });
        outcome(p)
    };
    let dense = [(0, 0), (1, 1), (2, 2), (-1, -1), (5, 9)];
    let sparse = [(0, 0), (1_000_000, 2_000_000), (-1_000_000, -999_999)];
    let overlapping = [(0, 10), (5, 20), (-5, 1_000_000)];
    for (ranges, v, expected) in [
        (&dense[..], 0, 0),
        (&dense, 2, 2),
        (&dense, -1, 3),
        (&dense, 7, 4),
        (&dense, 3, 5),
        (&dense, -100, 5),
        (&sparse, 0, 0),
        (&sparse, 1_500_000, 1),
        (&sparse, -1_000_000, 2),
        (&sparse, 1, 3),
        (&overlapping, 7, 0),
        (&overlapping, 15, 1),
        (&overlapping, -5, 2),
        (&overlapping, -6, 3),
    ] {
        assert_eq!(run(v, ranges), Outcome::Exit(expected), "{v} in {ranges:?}");
    }
}

#[test]
fn inputs_are_recorded_and_run_out() {
    let program = || {
        ProgramBuilder::main(|b| {
            let (x, y) = (b.var(I32), b.var(Ty::int(8, false)));
            let source = b.source("__VERIFIER_nondet_int");
            b.push(InstKind::Nondet { dst: x, ty: I32, source });
            b.push(InstKind::Nondet { dst: y, ty: Ty::int(8, false), source });
            b.stop(var(x));
        })
    };
    let ran = run_all(program(), &RunOptions::default(), &[7, 0x1ff]);
    assert_eq!(ran.result.outcome, Outcome::Exit(7));
    assert_eq!(ran.result.inputs.iter().map(|i| i.2).collect::<Vec<_>>(), [7, 0xff]);
    let ran = run_all(program(), &RunOptions::default(), &[7]);
    assert!(matches!(ran.result.outcome, Outcome::InputsExhausted { .. }));
}

#[test]
fn functions_without_body_return_inputs() {
    let mut p = ProgramBuilder::new();
    let f = p.extern_func("sensor", Some(I32));
    p.entry(|b| {
        let a = b.call(f, &[int(1)], Some(I32)).unwrap();
        let c = b.call(f, &[], Some(I32)).unwrap();
        let s = b.bin(BinOp::Add, I32, var(a), var(c));
        b.stop(var(s));
    });
    let ran = run_all(p, &RunOptions::default(), &[40, 2]);
    assert_eq!(ran.result.outcome, Outcome::Exit(42));
    assert_eq!(ran.result.missing_bodies.len(), 1);
    assert_eq!(ran.result.inputs.len(), 2);
}

#[test]
fn assumptions_and_covers() {
    let program = |v: i64| {
        ProgramBuilder::main(|b| {
            let x = b.var(I32);
            b.set(x, Rvalue::Use(int(v)));
            let positive = b.cmp(CmpOp::Gt, I32, var(x), int(0));
            let prop = b.assert(Rvalue::Use(Operand::TRUE));
            b.push(InstKind::Cover { cond: var(positive), prop });
            b.push(InstKind::Cover { cond: var(positive), prop });
            b.push(InstKind::Assume { cond: var(positive) });
            b.stop(int(0));
        })
    };
    let ran = run_all(program(1), &RunOptions::default(), &[]);
    assert_eq!((ran.result.outcome, ran.result.covered), (Outcome::Exit(0), vec![PropId(0)]));
    let ran = run_all(program(0), &RunOptions::default(), &[]);
    assert!(matches!(ran.result.outcome, Outcome::AssumeFailed { .. }));
    assert_eq!((ran.result.covered.len(), ran.result.steps), (0, 6));
}

fn signature(params: &[Ty], ret: Option<Ty>, prototyped: bool) -> Box<Signature> {
    Box::new(Signature { params: params.to_vec(), ret, variadic: false, prototyped })
}

fn indirect(sig: Box<Signature>, args: Vec<Operand>, pointer: impl Fn(FuncId, GlobalId) -> Operand) -> ProgramBuilder {
    let mut p = ProgramBuilder::new();
    let f = p.func("twice", &[I32], Some(I32), |b| {
        let r = b.bin(BinOp::Add, I32, var(b.param(0)), var(b.param(0)));
        b.ret(Some(var(r)));
    });
    let g = p.global("g", 8, GlobalInit::Zero);
    p.entry(|b| {
        let fp = b.var(Ty::Ptr);
        b.set(fp, Rvalue::Use(pointer(f, g)));
        let ok = b.let_(Ty::BOOL, Rvalue::CallOk { ptr: var(fp), sig: sig.clone() });
        let dst = b.temp(I32);
        let _ = ok;
        b.push(InstKind::Call { dst: Some(dst), callee: Callee::Indirect(var(fp), sig), args });
        b.stop(var(dst));
    });
    p
}

#[test]
fn indirect_calls() {
    let good = signature(&[I32], Some(I32), true);
    assert_eq!(outcome(indirect(good.clone(), vec![int(21)], |f, _| func(f))), Outcome::Exit(42));
    let loose = signature(&[I32], Some(I32), false);
    assert_eq!(outcome(indirect(loose, vec![int(21)], |f, _| func(f))), Outcome::Exit(42));
    for (types, args) in [(vec![I32, I32], vec![int(1), int(2)]), (vec![I64], vec![long(1)]), (vec![], vec![])] {
        let bad = signature(&types, Some(I32), false);
        assert_eq!(trouble(indirect(bad, args, |f, _| func(f))), "call of function `twice' with other parameters");
    }
    let bad = signature(&[I64], Some(I32), true);
    assert_eq!(trouble(indirect(bad, vec![long(1)], |f, _| func(f))), "call of function `twice' with other parameters");
    assert_eq!(
        trouble(indirect(good.clone(), vec![int(1)], |_, g| global(g))),
        "call through a pointer: object `g' at offset 0 is no function"
    );
    assert_eq!(trouble(indirect(good, vec![int(1)], |_, _| Operand::NULL)), "call through a pointer: NULL pointer");
}

#[test]
fn unreachable_places() {
    let p = ProgramBuilder::main(|b| {
        b.new_block();
    });
    assert_eq!(trouble(p), "control reaches a place that it never should");
}

#[test]
fn malformed_programs_are_refused() {
    let p = ProgramBuilder::main(|b| b.goto(BlockId(7)));
    assert!(matches!(outcome(p), Outcome::Unsupported { .. }));
}

#[test]
fn traces() {
    let mut recorder = Recorder::default();
    let (program, names) = factorial(3).finish();
    let settings = Settings { fast: true, fuse: false, trace: true };
    run_mode(&program, &names, &RunOptions::default(), &[], settings, &mut recorder);
    assert_eq!(recorder.calls.iter().map(|c| c.1.clone()).collect::<Vec<_>>(), [[3], [2], [1]]);
    assert_eq!(recorder.returns, [Some(1), Some(2), Some(6)]);
    assert_eq!(recorder.branches.len(), 3);
    assert_eq!(recorder.assigns.last().unwrap().2, 6);
}

#[test]
fn long_blocks_are_counted() {
    let p = ProgramBuilder::main(|b| {
        let x = b.var(I32);
        for _ in 0..130_000 {
            b.set(x, Rvalue::Binary { op: BinOp::Add, ty: I32, a: var(x), b: int(1) });
        }
        b.stop(var(x));
    });
    let ran = run_all(p, &RunOptions::default(), &[]);
    assert_eq!((ran.result.outcome, ran.result.steps), (Outcome::Exit(130_000), 130_001));
}

#[test]
fn a_run_goes_on_behind_what_it_may_pass() {
    let program = |first: i64| {
        ProgramBuilder::main(|b| {
            b.assert(Rvalue::Cmp { op: CmpOp::Eq, ty: I32, a: int(first), b: int(1) });
            b.assert(Rvalue::Cmp { op: CmpOp::Eq, ty: I32, a: int(2), b: int(2) });
            b.stop(int(9));
        })
    };
    let options = RunOptions { passed: vec![PropId(0)], ..RunOptions::default() };
    let ran = run_all(program(0), &options, &[]);
    assert_eq!((ran.result.outcome, ran.result.times_passed), (Outcome::Exit(9), 1));
    assert_eq!(run_all(program(1), &options, &[]).result.times_passed, 0);
    assert!(matches!(outcome(program(0)), Outcome::Violation { prop: PropId(0), .. }));
}

#[test]
fn a_watched_run_is_ended_soon() {
    struct Impatient;
    impl crate::Oracle for Impatient {
        fn nondet(&mut self, _: pm_base::Symbol, _: Ty, _: pm_base::Span) -> Option<u128> {
            None
        }
        fn interrupted(&mut self) -> bool {
            true
        }
    }
    let (program, names) = sum(1_000_000_000).finish();
    let (mut out, mut err, mut tracer) = (Vec::new(), Vec::new(), Recorder::default());
    let options = RunOptions { skip_after: Some(1 << 24), ..RunOptions::default() };
    let result = crate::run_traced(&program, &names, &options, &mut Impatient, &mut out, &mut err, &mut tracer);
    assert_eq!(result.outcome, Outcome::StepLimit);
    assert!(result.steps < 1 << 18, "{}", result.steps);
}

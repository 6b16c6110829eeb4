//! Assertions and operations that fuse: both that all is well and that the assertion is violated.

use super::builder::*;
use super::{outcome, trouble};
use crate::Outcome;
use pm_base::num::IntFormat;
use pm_ir::*;

fn checked(op: BinOp, ty: Ty, x: i64, y: i64) -> ProgramBuilder {
    let Ty::Int(f) = ty else { unreachable!() };
    let constant = |v: i64| Operand::Int(f, f.wrap(v as u128));
    ProgramBuilder::main(|b| {
        let (a, c) = (b.var(ty), b.var(ty));
        b.set(a, Rvalue::Use(constant(x)));
        b.set(c, Rvalue::Use(constant(y)));
        if matches!(op, BinOp::Div | BinOp::Rem) {
            b.assert(Rvalue::Cmp { op: CmpOp::Ne, ty, a: var(c), b: constant(0) });
        }
        b.assert(Rvalue::NoOverflow { op, ty: f, a: var(a), b: var(c) });
        let r = b.bin(op, ty, var(a), var(c));
        b.stop_with(ty, var(r));
    })
}

#[test]
fn checks_that_hold() {
    for ty in [I32, I64, Ty::int(16, true)] {
        assert_eq!(outcome(checked(BinOp::Add, ty, 40, 2)), Outcome::Exit(42));
        assert_eq!(outcome(checked(BinOp::Sub, ty, 40, -2)), Outcome::Exit(42));
        assert_eq!(outcome(checked(BinOp::Mul, ty, -6, -7)), Outcome::Exit(42));
        assert_eq!(outcome(checked(BinOp::Div, ty, -85, 2)), Outcome::Exit(-42));
        assert_eq!(outcome(checked(BinOp::Rem, ty, -85, 2)), Outcome::Exit(-1));
    }
}

#[test]
fn checks_that_fail() {
    let max = i64::from(i32::MAX);
    assert_eq!(trouble(checked(BinOp::Add, I32, max, 1)), "2147483647 + 1 does not fit 32 bits signed");
    assert_eq!(trouble(checked(BinOp::Sub, I32, -max, 2)), "-2147483647 - 2 does not fit 32 bits signed");
    assert_eq!(trouble(checked(BinOp::Mul, I64, i64::MAX, 2)), "9223372036854775807 * 2 does not fit 64 bits signed");
    assert_eq!(trouble(checked(BinOp::Div, I32, -max - 1, -1)), "-2147483648 / -1 does not fit 32 bits signed");
    assert_eq!(trouble(checked(BinOp::Rem, I64, 1, 0)), "0 != 0 is false");
}

#[test]
fn violations_name_property_and_place() {
    let Outcome::Violation { prop, stack, .. } = outcome(checked(BinOp::Div, I32, 1, 0)) else { panic!() };
    assert_eq!(prop, PropId(0));
    assert_eq!(stack.len(), 1);
    assert_eq!(stack[0].span.lo, 4);
}

#[test]
fn undefined_without_assertion() {
    let divide = |op| {
        ProgramBuilder::main(|b| {
            let zero = b.var(I32);
            b.set(zero, Rvalue::Use(int(0)));
            let r = b.bin(op, I32, int(1), var(zero));
            b.stop(var(r));
        })
    };
    assert_eq!(trouble(divide(BinOp::Div)), "division by zero");
    assert_eq!(trouble(divide(BinOp::Rem)), "division by zero");
    let shift = |n: i64| {
        let ty = IntFormat::new(32, true);
        ProgramBuilder::main(|b| {
            let r = b.let_(I32, Rvalue::Shift { left: true, ty, a: int(1), count: int(n), count_ty: ty });
            b.stop(var(r));
        })
    };
    assert_eq!(trouble(shift(32)), "shift of a 32-bit value by 32");
    assert_eq!(trouble(shift(-1)), "shift of a 32-bit value by -1");
    assert_eq!(outcome(shift(4)), Outcome::Exit(16));
}

#[test]
fn checked_shift() {
    let ty = IntFormat::new(32, true);
    let shift = |n: i64| {
        ProgramBuilder::main(|b| {
            let count = b.var(I32);
            b.set(count, Rvalue::Use(int(n)));
            b.assert(Rvalue::InBounds { index: var(count), index_ty: ty, count: 32, inclusive: false });
            let r = b.let_(I32, Rvalue::Shift { left: false, ty, a: int(-64), count: var(count), count_ty: ty });
            b.stop(var(r));
        })
    };
    assert_eq!(outcome(shift(3)), Outcome::Exit(-8));
    assert_eq!(trouble(shift(99)), "index 99, array has 32 elements");
}

#[test]
fn checked_negation() {
    let negate = |v: i64| {
        ProgramBuilder::main(|b| {
            let x = b.var(I32);
            b.set(x, Rvalue::Use(int(v)));
            b.assert(Rvalue::NoOverflow { op: BinOp::Sub, ty: IntFormat::new(32, true), a: int(0), b: var(x) });
            let r = b.let_(I32, Rvalue::Unary { op: UnOp::Neg, ty: I32, a: var(x) });
            b.stop(var(r));
        })
    };
    assert_eq!(outcome(negate(7)), Outcome::Exit(-7));
    assert_eq!(trouble(negate(i64::from(i32::MIN))), "0 - -2147483648 does not fit 32 bits signed");
}

#[test]
fn checked_float_to_int() {
    let cast = |v: f64| {
        let from = Ty::Float(pm_base::num::FloatFormat::F64);
        ProgramBuilder::main(|b| {
            let x = b.var(from);
            let value = Operand::Float(pm_base::num::FloatFormat::F64, u128::from(v.to_bits()));
            b.set(x, Rvalue::Use(value));
            b.assert(Rvalue::Fits { from, to: IntFormat::new(32, true), a: var(x) });
            let r = b.let_(I32, Rvalue::Cast { from, to: I32, a: var(x) });
            b.stop(var(r));
        })
    };
    assert_eq!(outcome(cast(-2.9)), Outcome::Exit(-2));
    assert_eq!(trouble(cast(3e9)), "3000000000.0 does not fit 32 bits signed");
}

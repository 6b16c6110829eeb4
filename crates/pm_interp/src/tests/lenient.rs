//! Runs that overlook accesses that are not valid.

use super::builder::*;
use super::{Ran, run_all, trouble};
use crate::{Outcome, RunOptions};
use pm_ir::*;

fn lenient(build: impl Fn(&mut FuncBuilder), inputs: &[u128]) -> Ran {
    let mut p = ProgramBuilder::new();
    let mut source = None;
    p.entry(|b| {
        source = Some(b.source("invalid"));
        build(b);
    });
    run_all(p, &RunOptions { lenient: source, ..RunOptions::default() }, inputs)
}

#[test]
fn loads_give_inputs() {
    let ran = lenient(
        |b| {
            let v = b.load(I32, Operand::NULL);
            let p = b.malloc(6);
            let q = b.add(var(p), 4);
            let w = b.load(I32, var(q));
            b.free(var(p));
            let x = b.load(I32, var(p));
            let sum = b.bin(BinOp::Add, I32, var(v), var(w));
            let sum = b.bin(BinOp::Add, I32, var(sum), var(x));
            b.stop(var(sum));
        },
        &[1, 2, 4],
    );
    assert_eq!(ran.result.outcome, Outcome::Exit(7));
    assert_eq!(ran.result.inputs.iter().map(|i| i.2).collect::<Vec<_>>(), [1, 2, 4]);
}

#[test]
fn loads_end_the_run_when_there_are_no_inputs() {
    let ran = lenient(
        |b| {
            let v = b.load(I32, Operand::NULL);
            b.stop(var(v));
        },
        &[],
    );
    assert!(matches!(ran.result.outcome, Outcome::InputsExhausted { .. }));
}

#[test]
fn pointers_that_are_read_may_be_invalid_again() {
    let ran = lenient(
        |b| {
            let p = b.load(Ty::Ptr, Operand::NULL);
            b.store(I32, var(p), int(3));
            let v = b.load(I32, var(p));
            b.stop(var(v));
        },
        &[0, 9],
    );
    assert_eq!(ran.result.outcome, Outcome::Exit(9));
}

#[test]
fn writes_do_nothing() {
    let ran = lenient(
        |b| {
            let (s, t) = (b.slot("s", 4), b.slot("t", 8));
            b.push(InstKind::Decl(s));
            b.push(InstKind::Decl(t));
            b.store(I32, slot(s), int(5));
            let part = b.add(slot(s), 2);
            b.store(I32, var(part), int(-1));
            b.push(InstKind::Fill { dst: slot(s), byte: byte(255), size: size(5) });
            b.push(InstKind::Havoc { ptr: slot(s), size: size(5), by: pm_ir::Writer::Program });
            b.push(InstKind::Copy { dst: slot(s), src: slot(t), size: size(8) });
            b.push(InstKind::Copy { dst: slot(s), src: Operand::NULL, size: size(4) });
            b.free(slot(s));
            b.free(var(part));
            b.push(InstKind::Release { ptr: slot(s) });
            let v = b.load(I32, slot(s));
            b.stop(var(v));
        },
        &[],
    );
    assert_eq!(ran.result.outcome, Outcome::Exit(5));
}

#[test]
fn calls_of_no_function_give_inputs() {
    let call = |b: &mut FuncBuilder| {
        let sig = Signature { params: vec![], ret: Some(I32), variadic: false, prototyped: true };
        let dst = b.temp(I32);
        b.push(InstKind::Call { dst: Some(dst), callee: Callee::Indirect(Operand::NULL, Box::new(sig)), args: vec![] });
        b.stop(var(dst));
    };
    assert_eq!(lenient(call, &[6]).result.outcome, Outcome::Exit(6));
    assert_eq!(trouble(ProgramBuilder::main(call)), "call through a pointer: NULL pointer");
}

#[test]
fn checked_properties_and_other_undefined_behaviour_stay() {
    let checked = lenient(
        |b| {
            b.access(Operand::NULL, 4, false);
            b.stop(int(0));
        },
        &[],
    );
    assert!(matches!(checked.result.outcome, Outcome::Violation { .. }));
    let division = lenient(
        |b| {
            let v = b.load(I32, Operand::NULL);
            let q = b.bin(BinOp::Div, I32, int(1), var(v));
            b.stop(var(q));
        },
        &[0],
    );
    assert!(matches!(division.result.outcome, Outcome::Undefined { .. }));
}

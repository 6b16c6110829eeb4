//! Random programs: whatever they do, all ways to run them must agree, and none may panic.

use super::builder::*;
use super::run_all;
use crate::{Outcome, RunOptions};
use pm_base::Random;
use pm_base::num::IntFormat;
use pm_ir::*;

const TYPES: [Ty; 6] = [I32, U8, I64, U64, Ty::BOOL, Ty::Int(IntFormat::new(13, true))];
const BINARY: [BinOp; 8] =
    [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem, BinOp::And, BinOp::Or, BinOp::Xor];
const COMPARE: [CmpOp; 6] = [CmpOp::Eq, CmpOp::Ne, CmpOp::Lt, CmpOp::Le, CmpOp::Gt, CmpOp::Ge];

struct Generator<'d> {
    dice: &'d mut Random,
    /// Variables by type of `TYPES`, then pointers.
    vars: Vec<(Ty, VarId)>,
    slots: Vec<SlotId>,
    args: GlobalId,
    format: GlobalId,
}

impl Generator<'_> {
    fn var(&mut self, ty: Ty) -> VarId {
        let fitting: Vec<VarId> = self.vars.iter().filter(|v| v.0 == ty).map(|v| v.1).collect();
        self.dice.pick(&fitting)
    }

    fn operand(&mut self, ty: Ty) -> Operand {
        let constant = self.dice.below(3) == 0;
        match ty {
            Ty::Int(f) if constant => {
                let small = u128::from(self.dice.below(9)).wrapping_sub(3);
                Operand::Int(f, self.dice.pick(&[f.wrap(small), f.max(), IntFormat::min(f)]))
            }
            Ty::Ptr if constant => {
                let slot = self.dice.pick(&self.slots);
                Operand::Addr(Base::Slot(slot), self.dice.below(12) as i64)
            }
            _ => Operand::Var(self.var(ty)),
        }
    }

    fn int_type(&mut self) -> (Ty, IntFormat) {
        let ty = self.dice.pick(&TYPES);
        let Ty::Int(f) = ty else { unreachable!() };
        (ty, f)
    }

    fn instruction(&mut self, b: &mut FuncBuilder) {
        let (ty, f) = self.int_type();
        let (x, y) = (self.operand(ty), self.operand(ty));
        match self.dice.below(14) {
            0..=2 => {
                let (op, dst) = (self.dice.pick(&BINARY), self.var(ty));
                if matches!(op, BinOp::Div | BinOp::Rem) {
                    b.assert(Rvalue::Cmp { op: CmpOp::Ne, ty, a: y, b: Operand::Int(f, 0) });
                }
                if self.dice.below(3) == 0 && !matches!(op, BinOp::And | BinOp::Or | BinOp::Xor) {
                    b.assert(Rvalue::NoOverflow { op, ty: f, a: x, b: y });
                }
                b.set(dst, Rvalue::Binary { op, ty, a: x, b: y });
            }
            3 => {
                let (op, dst) = (self.dice.pick(&COMPARE), self.var(Ty::BOOL));
                b.set(dst, Rvalue::Cmp { op, ty, a: x, b: y });
            }
            4 => {
                let to = self.dice.pick(&TYPES);
                let dst = self.var(to);
                b.set(dst, Rvalue::Cast { from: ty, to, a: x });
            }
            5 => {
                let (count, dst) = (self.operand(I32), self.var(ty));
                let index_ty = IntFormat::new(32, true);
                b.assert(Rvalue::InBounds { index: count, index_ty, count: f.bits.into(), inclusive: false });
                b.set(dst, Rvalue::Shift { left: self.dice.below(2) == 0, ty: f, a: x, count, count_ty: index_ty });
            }
            6 | 7 => self.element(b, ty),
            8 => {
                let (ptr, dst) = (self.operand(Ty::Ptr), self.var(Ty::Ptr));
                b.set(dst, Rvalue::PtrAdd { ptr, bytes: long(self.dice.below(9) as i64 - 4) });
            }
            9 => {
                let (ptr, dst) = (self.operand(Ty::Ptr), self.var(Ty::Ptr));
                if self.dice.below(2) == 0 {
                    b.store(Ty::Ptr, ptr, Operand::Var(dst));
                } else {
                    b.set(dst, Rvalue::Load { ty: Ty::Ptr, ptr });
                }
            }
            10 => {
                let (dst, src) = (self.operand(Ty::Ptr), self.operand(Ty::Ptr));
                b.push(InstKind::Copy { dst, src, size: size(self.dice.below(10)) });
            }
            11 => {
                let slot = self.dice.pick(&self.slots);
                let dead = self.dice.below(4) == 0;
                b.push(if dead { InstKind::Dead(slot) } else { InstKind::Decl(slot) });
            }
            12 => {
                let dst = self.var(ty);
                b.push(InstKind::DeclVar(dst));
                b.set(dst, Rvalue::Use(x));
                b.assert(Rvalue::IsInitVar(dst));
            }
            _ => {
                b.store(ty, Operand::Addr(Base::Global(self.args), 0), x);
                b.print(self.format, global(self.args));
            }
        }
    }

    /// An access through an index, with the checks that fuse with it.
    fn element(&mut self, b: &mut FuncBuilder, ty: Ty) {
        let (index_type, index_ty) = self.int_type();
        let (ptr, index) = (self.operand(Ty::Ptr), self.operand(index_type));
        let bytes = ty.access_size(8);
        let at = b.let_(Ty::Ptr, Rvalue::Index { ptr, index, index_ty, elem_size: bytes, count: None });
        let (dst, write) = (self.var(ty), self.dice.below(2) == 0);
        if self.dice.below(2) == 0 {
            b.access(var(at), bytes, write);
        }
        if write {
            b.store(ty, var(at), var(dst));
            return;
        }
        if self.dice.below(3) == 0 {
            b.assert(Rvalue::IsInit { ptr: var(at), size: bytes });
        }
        b.set(dst, Rvalue::Load { ty, ptr: var(at) });
    }
}

fn program(seed: u64) -> ProgramBuilder {
    let mut dice = Random::new(seed);
    let mut p = ProgramBuilder::new();
    let (args, format) = (p.global("args", 16, GlobalInit::Zero), p.string("%llx\n"));
    p.entry(|b| {
        let vars = TYPES.iter().chain([&Ty::Ptr]).flat_map(|ty| [(*ty, b.var(*ty)), (*ty, b.var(*ty))]).collect();
        let slots: Vec<SlotId> = (0..3).map(|i| b.slot(["r", "s", "t"][i], 24)).collect();
        let mut g = Generator { dice: &mut dice, vars, slots, args, format };
        let blocks: Vec<BlockId> = (0..6).map(|_| b.new_block()).collect();
        b.at(blocks[0]);
        for slot in g.slots.clone() {
            b.push(InstKind::Decl(slot));
            let v = g.var(Ty::Ptr);
            b.set(v, Rvalue::Use(Operand::Addr(Base::Slot(slot), 0)));
        }
        for block in &blocks {
            b.at(*block);
            for _ in 0..g.dice.below(8) {
                g.instruction(b);
            }
            let (ty, _) = g.int_type();
            let (x, y, op) = (g.operand(ty), g.operand(ty), g.dice.pick(&COMPARE));
            let cond = b.cmp(op, ty, x, y);
            let (then, els) = (g.dice.pick(&blocks[1..]), g.dice.pick(&blocks[1..]));
            match g.dice.below(12) {
                0 => b.stop_with(ty, x),
                _ => b.branch(var(cond), then, els),
            }
        }
    });
    p
}

#[test]
fn all_ways_agree() {
    let options = RunOptions { max_steps: Some(500), ..RunOptions::default() };
    let mut finished = 0;
    for seed in 1..3000 {
        let ran = run_all(program(seed), &options, &[]);
        assert!(!matches!(ran.result.outcome, Outcome::Unsupported { .. }), "{:?}", ran.result.outcome);
        finished += u32::from(matches!(ran.result.outcome, Outcome::Exit(_) | Outcome::StepLimit));
    }
    assert!(finished > 100, "only {finished} programs ran to an end");
}

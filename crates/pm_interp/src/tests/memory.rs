//! Objects, lifetimes, provenance, initialisation.

use super::builder::*;
use super::{outcome, run_all, trouble};
use crate::translate::Settings;
use crate::world::Environment;
use crate::{EventKind, Oracle, Outcome, RunOptions};
use pm_base::num::IntFormat;
use pm_base::{Span, Symbol};
use pm_ir::*;
use pm_types::DataModel;

/// Asserts that an access is allowed, then loads an `int` through it.
fn checked_load(b: &mut FuncBuilder, ptr: Operand) -> VarId {
    b.access(ptr, 4, false);
    b.load(I32, ptr)
}

#[test]
fn slots_hold_values() {
    let p = ProgramBuilder::main(|b| {
        let s = b.slot("s", 16);
        b.push(InstKind::Decl(s));
        b.store(I32, Operand::Addr(Base::Slot(s), 8), int(42));
        let v = checked_load(b, Operand::Addr(Base::Slot(s), 8));
        b.stop(var(v));
    });
    assert_eq!(outcome(p), Outcome::Exit(42));
}

#[test]
fn every_type_in_memory() {
    for (ty, bytes, value) in [
        (Ty::BOOL, 1u64, 1u128),
        (Ty::int(5, false), 1, 17),
        (Ty::int(8, true), 1, 0x80),
        (Ty::int(24, false), 3, 0xabcdef),
        (Ty::int(16, false), 2, 0xfffe),
        (U64, 8, 0x0123_4567_89ab_cdef),
        (Ty::int(128, true), 16, 1 << 127 | 5),
        (Ty::Float(pm_base::num::FloatFormat::X87), 10, 0x3fff_8000_0000_0000_0001),
        (Ty::Float(pm_base::num::FloatFormat::F64), 8, 0x3ff0_0000_0000_0000),
    ] {
        let p = ProgramBuilder::main(|b| {
            let s = b.slot("s", bytes);
            b.push(InstKind::Decl(s));
            let constant = match ty {
                Ty::Int(f) => Operand::Int(f, value),
                Ty::Float(f) => Operand::Float(f, value),
                Ty::Ptr => Operand::NULL,
            };
            let x = b.var(ty);
            b.set(x, Rvalue::Use(constant));
            b.store(ty, slot(s), var(x));
            let y = b.load(ty, slot(s));
            b.assert(Rvalue::Cmp { op: CmpOp::Eq, ty, a: var(y), b: constant });
            b.stop(int(0));
        });
        assert_eq!(outcome(p), Outcome::Exit(0), "{ty:?}");
    }
}

#[test]
fn bool_loads_test_the_byte() {
    let p = ProgramBuilder::main(|b| {
        let s = b.slot("s", 1);
        b.push(InstKind::Decl(s));
        b.store(U8, slot(s), byte(2));
        let v = b.load(Ty::BOOL, slot(s));
        b.stop_with(Ty::BOOL, var(v));
    });
    assert_eq!(outcome(p), Outcome::Exit(1));
}

#[test]
fn out_of_bounds() {
    let access = |offset: i64| {
        ProgramBuilder::main(|b| {
            let a = b.slot("a", 16);
            b.push(InstKind::Decl(a));
            let p = b.add(slot(a), offset);
            let v = checked_load(b, var(p));
            b.stop(var(v));
        })
    };
    assert_eq!(outcome(access(12)), Outcome::Exit(0));
    assert_eq!(trouble(access(16)), "offset 16, 4 bytes, object `a' has 16 bytes");
    assert_eq!(trouble(access(13)), "offset 13, 4 bytes, object `a' has 16 bytes");
    assert_eq!(trouble(access(-4)), "offset -4, 4 bytes, object `a' has 16 bytes");
}

#[test]
fn array_elements() {
    let element = |i: i64, index_ty: IntFormat| {
        ProgramBuilder::main(|b| {
            let a = b.slot("a", 16);
            b.push(InstKind::Decl(a));
            let index = b.var(Ty::Int(index_ty));
            b.set(index, Rvalue::Use(Operand::Int(index_ty, index_ty.wrap(i as u128))));
            let at = |b: &mut FuncBuilder| {
                let (ptr, index) = (slot(a), var(index));
                b.let_(Ty::Ptr, Rvalue::Index { ptr, index, index_ty, elem_size: 4, count: Some(4) })
            };
            let p = at(b);
            b.access(var(p), 4, true);
            b.store(I32, var(p), int(5));
            b.assert(Rvalue::InBounds { index: var(index), index_ty, count: 4, inclusive: false });
            let p = at(b);
            let v = checked_load(b, var(p));
            b.stop(var(v));
        })
    };
    for (bits, signed) in [(8, true), (8, false), (16, true), (32, true), (32, false), (64, true), (64, false)] {
        let ty = IntFormat::new(bits, signed);
        assert_eq!(outcome(element(3, ty)), Outcome::Exit(5));
        assert_eq!(trouble(element(4, ty)), "offset 16, 4 bytes, object `a' has 16 bytes");
        if signed {
            assert_eq!(trouble(element(-1, ty)), "offset -4, 4 bytes, object `a' has 16 bytes");
        }
    }
}

#[test]
fn null_and_wild_pointers() {
    let load = |p: Operand| {
        ProgramBuilder::main(|b| {
            let v = b.load(I32, p);
            b.stop(var(v));
        })
    };
    assert_eq!(trouble(load(Operand::NULL)), "read of 4 bytes: NULL pointer");
    assert_eq!(trouble(load(Operand::Abs(8))), "read of 4 bytes: NULL pointer plus 8 bytes");
    assert_eq!(
        trouble(load(Operand::Abs(0x4000_0000))),
        "read of 4 bytes: address 0x40000000 belongs to no object (a register there: --mmio 0x40000000:4)"
    );
}

#[test]
fn memory_mapped_ranges() {
    let p = ProgramBuilder::main(|b| {
        let register = Operand::Abs(0x4000_0004);
        b.access(register, 4, true);
        b.store(I32, register, int(9));
        let v = checked_load(b, register);
        b.stop(var(v));
    });
    let options =
        RunOptions { mmio: vec![Mapped { address: 0x4000_0000, size: 16, device: None }], ..RunOptions::default() };
    assert_eq!(run_all(p, &options, &[]).result.outcome, Outcome::Exit(9));
}

#[test]
fn read_only_objects() {
    let mut p = ProgramBuilder::new();
    let s = p.string("abc");
    p.entry(|b| {
        b.access(global(s), 1, false);
        b.store(U8, global(s), byte(1));
        b.stop(int(0));
    });
    assert_eq!(trouble(p), "write of 1 bytes: string literal is read-only");
}

#[test]
fn dead_slots() {
    let p = ProgramBuilder::main(|b| {
        let s = b.slot("x", 4);
        let p = b.var(Ty::Ptr);
        b.push(InstKind::Decl(s));
        b.set(p, Rvalue::Use(slot(s)));
        b.push(InstKind::Dead(s));
        let v = checked_load(b, var(p));
        b.stop(var(v));
    });
    assert_eq!(trouble(p), "object `x' is dead");
}

#[test]
fn stale_pointers_to_slots_of_a_loop() {
    let p = ProgramBuilder::main(|b| {
        let s = b.slot("x", 4);
        let p = b.var(Ty::Ptr);
        b.push(InstKind::Decl(s));
        b.set(p, Rvalue::Use(slot(s)));
        b.push(InstKind::Dead(s));
        b.push(InstKind::Decl(s));
        b.store(I32, slot(s), int(1));
        let v = b.load(I32, slot(s));
        b.assert(Rvalue::Cmp { op: CmpOp::Eq, ty: I32, a: var(v), b: int(1) });
        let v = checked_load(b, var(p));
        b.stop(var(v));
    });
    assert_eq!(trouble(p), "object `x' is dead");
}

#[test]
fn pointers_to_locals_of_functions_that_returned() {
    let mut p = ProgramBuilder::new();
    let f = p.func("leak", &[], Some(Ty::Ptr), |b| {
        let s = b.slot("local", 4);
        b.push(InstKind::Decl(s));
        b.store(I32, slot(s), int(3));
        b.ret(Some(slot(s)));
    });
    p.entry(|b| {
        let first = b.call(f, &[], Some(Ty::Ptr)).unwrap();
        b.call(f, &[], Some(Ty::Ptr));
        let v = checked_load(b, var(first));
        b.stop(var(v));
    });
    assert_eq!(trouble(p), "object `local' is dead");
}

#[test]
fn each_call_has_its_own_slots() {
    let mut p = ProgramBuilder::new();
    let f = FuncId(0);
    p.func("count", &[I32], Some(I32), |b| {
        let n = b.param(0);
        let s = b.slot("s", 4);
        b.push(InstKind::Decl(s));
        b.store(I32, slot(s), var(n));
        let (again, done) = (b.new_block(), b.new_block());
        let c = b.cmp(CmpOp::Gt, I32, var(n), int(0));
        b.branch(var(c), again, done);
        b.at(again);
        let m = b.bin(BinOp::Sub, I32, var(n), int(1));
        b.call(f, &[var(m)], Some(I32));
        b.goto(done);
        b.at(done);
        let v = b.load(I32, slot(s));
        b.ret(Some(var(v)));
    });
    p.entry(|b| {
        let v = b.call(f, &[int(5)], Some(I32)).unwrap();
        b.stop(var(v));
    });
    assert_eq!(outcome(p), Outcome::Exit(5));
}

#[test]
fn heap() {
    let good = ProgramBuilder::main(|b| {
        let p = b.malloc(8);
        b.assert(Rvalue::IsDynamic { ptr: var(p) });
        b.store(I32, var(p), int(7));
        let v = checked_load(b, var(p));
        b.assert(Rvalue::FreeOk { ptr: var(p) });
        b.free(var(p));
        b.free(Operand::NULL);
        b.assert(Rvalue::NoLeak { reachable_ok: false });
        b.stop(var(v));
    });
    assert_eq!(outcome(good), Outcome::Exit(7));
    let use_after_free = ProgramBuilder::main(|b| {
        let p = b.malloc(8);
        b.free(var(p));
        b.store(I32, var(p), int(7));
        b.stop(int(0));
    });
    let Outcome::Undefined { what, notes, .. } = outcome(use_after_free) else { panic!() };
    assert_eq!(what, "write of 4 bytes: heap object was freed");
    assert_eq!(notes.iter().map(|n| n.text.as_str()).collect::<Vec<_>>(), ["allocated here", "freed here"]);
}

#[test]
fn bad_frees() {
    let double = ProgramBuilder::main(|b| {
        let p = b.malloc(8);
        b.free(var(p));
        b.assert(Rvalue::FreeOk { ptr: var(p) });
        b.stop(int(0));
    });
    assert_eq!(trouble(double), "heap object was freed");
    let inner = ProgramBuilder::main(|b| {
        let p = b.malloc(8);
        let q = b.add(var(p), 4);
        b.free(var(q));
        b.stop(int(0));
    });
    assert_eq!(trouble(inner), "free: offset 4 in heap object");
    let local = ProgramBuilder::main(|b| {
        let s = b.slot("s", 4);
        b.push(InstKind::Decl(s));
        b.free(slot(s));
        b.stop(int(0));
    });
    assert_eq!(trouble(local), "free: object `s' was not allocated");
}

#[test]
fn leaks() {
    let p = ProgramBuilder::main(|b| {
        b.malloc(8);
        b.malloc(8);
        b.assert(Rvalue::NoLeak { reachable_ok: false });
        b.stop(int(0));
    });
    assert_eq!(trouble(p), "2 heap objects were not freed");
}

#[test]
fn lost_objects() {
    // Kept: through a global, a variable, another heap object by an interior pointer. Lost: a cycle.
    let build = |keep: bool| {
        let mut p = ProgramBuilder::new();
        let g = p.global("g", 8, GlobalInit::Zero);
        p.entry(|b| {
            let (first, second, x, y) = (b.malloc(16), b.malloc(16), b.malloc(16), b.malloc(16));
            let inner = b.add(var(second), 8);
            b.store(Ty::Ptr, var(first), var(inner));
            b.store(Ty::Ptr, global(g), var(first));
            b.store(Ty::Ptr, var(x), var(y));
            b.store(Ty::Ptr, var(y), var(x));
            for v in [first, second, y] {
                b.set(v, Rvalue::Use(Operand::NULL));
            }
            if !keep {
                b.set(x, Rvalue::Use(Operand::NULL));
            }
            b.assert(Rvalue::NoLeak { reachable_ok: true });
            b.stop(int(0));
        });
        p
    };
    assert_eq!(outcome(build(true)), Outcome::Exit(0));
    assert_eq!(trouble(build(false)), "nothing points to 2 heap objects any more");
}

#[test]
fn variables_of_callers_are_roots() {
    let mut p = ProgramBuilder::new();
    let f = p.func("end", &[], None, |b| {
        b.assert(Rvalue::NoLeak { reachable_ok: true });
        b.ret(None);
    });
    p.entry(|b| {
        let p = b.malloc(4);
        b.call(f, &[], None);
        b.set(p, Rvalue::Use(Operand::NULL));
        b.call(f, &[], None);
        b.stop(int(0));
    });
    assert_eq!(trouble(p), "nothing points to a heap object of 4 bytes any more");
}

#[test]
fn freed_entries_are_used_again_and_stale_pointers_are_found() {
    let p = ProgramBuilder::main(|b| {
        let (i, first, p) = (b.var(I32), b.malloc(8), b.var(Ty::Ptr));
        b.free(var(first));
        b.set(i, Rvalue::Use(int(0)));
        let (head, body, done) = (b.new_block(), b.new_block(), b.new_block());
        b.goto(head);
        b.at(head);
        let c = b.cmp(CmpOp::Lt, I32, var(i), int(140_000));
        b.branch(var(c), body, done);
        b.at(body);
        b.push(InstKind::Alloc { dst: p, size: size(8), kind: AllocKind::Heap, zeroed: true });
        b.free(var(p));
        b.set(i, Rvalue::Binary { op: BinOp::Add, ty: I32, a: var(i), b: int(1) });
        b.goto(head);
        b.at(done);
        let v = checked_load(b, var(first));
        b.stop(var(v));
    });
    assert_eq!(trouble(p), "the object was freed");
}

#[test]
fn alloca_and_vla() {
    for kind in [AllocKind::Alloca, AllocKind::Vla] {
        let mut p = ProgramBuilder::new();
        let f = p.func("f", &[], Some(Ty::Ptr), |b| {
            let dst = b.var(Ty::Ptr);
            b.push(InstKind::Alloc { dst, size: size(4), kind, zeroed: false });
            b.store(I32, var(dst), int(1));
            b.ret(Some(var(dst)));
        });
        p.entry(|b| {
            let p = b.call(f, &[], Some(Ty::Ptr)).unwrap();
            b.assert(Rvalue::NoLeak { reachable_ok: false });
            let v = checked_load(b, var(p));
            b.stop(var(v));
        });
        assert!(trouble(p).ends_with("is dead"));
    }
    let release = ProgramBuilder::main(|b| {
        let dst = b.var(Ty::Ptr);
        b.push(InstKind::Alloc { dst, size: size(4), kind: AllocKind::Vla, zeroed: false });
        b.push(InstKind::Release { ptr: var(dst) });
        let v = checked_load(b, var(dst));
        b.stop(var(v));
    });
    assert_eq!(trouble(release), "variable length array is dead");
}

#[test]
fn memory_limit() {
    let p = ProgramBuilder::main(|b| {
        b.malloc(1 << 40);
        b.stop(int(0));
    });
    assert!(matches!(outcome(p), Outcome::MemoryLimit { wanted, .. } if wanted >= 1 << 40));
    let p = ProgramBuilder::main(|b| {
        b.malloc(u64::MAX);
        b.stop(int(0));
    });
    assert!(matches!(outcome(p), Outcome::MemoryLimit { .. }));
}

/// Stores a pointer to `x` in memory, moves it by `transfer` to another place, kills nothing, and loads through it.
fn through_memory(model: DataModel, transfer: impl Fn(&mut FuncBuilder, Operand, Operand, i64)) -> Outcome {
    let width = if model == DataModel::Ilp32 { 4 } else { 8 };
    let mut p = ProgramBuilder::with_model(model);
    p.entry(|b| {
        let (x, from, to) = (b.slot("x", 4), b.slot("from", 8), b.slot("to", 8));
        for s in [x, from, to] {
            b.push(InstKind::Decl(s));
        }
        b.store(I32, slot(x), int(11));
        b.store(Ty::Ptr, slot(from), slot(x));
        transfer(b, slot(to), slot(from), width);
        let q = b.load(Ty::Ptr, slot(to));
        b.assert(Rvalue::SameObject { a: var(q), b: slot(x) });
        let v = b.load(I32, var(q));
        b.stop(var(v));
    });
    outcome(p)
}

#[test]
fn provenance_through_memory() {
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let bits = if model == DataModel::Lp64 { 64 } else { 32 };
        let ty = IntFormat::new(bits, false);
        let copy = |b: &mut FuncBuilder, dst, src, width: i64| {
            let size = Operand::Int(ty, width as u128);
            b.push(InstKind::Copy { dst, src, size });
        };
        assert_eq!(through_memory(model, copy), Outcome::Exit(11));
        let bytes = |b: &mut FuncBuilder, dst: Operand, src: Operand, width: i64| {
            let at = |p: Operand, i: i64| match p {
                Operand::Addr(base, _) => Operand::Addr(base, i),
                other => other,
            };
            for i in 0..width {
                let v = b.load(U8, at(src, i));
                b.store(U8, at(dst, i), var(v));
            }
        };
        assert_eq!(through_memory(model, bytes), Outcome::Exit(11));
        let integer = |b: &mut FuncBuilder, dst, src, _| {
            let v = b.load(Ty::Int(ty), src);
            b.store(Ty::Int(ty), dst, var(v));
        };
        assert_eq!(through_memory(model, integer), Outcome::Exit(11));
        let pointer = |b: &mut FuncBuilder, dst, src, _| {
            let v = b.load(Ty::Ptr, src);
            b.store(Ty::Ptr, dst, var(v));
        };
        assert_eq!(through_memory(model, pointer), Outcome::Exit(11));
    }
}

#[test]
fn provenance_at_unaligned_places() {
    let p = ProgramBuilder::main(|b| {
        let (x, packed) = (b.slot("x", 4), b.slot("packed", 32));
        b.push(InstKind::Decl(x));
        b.push(InstKind::Decl(packed));
        b.store(Ty::Ptr, Operand::Addr(Base::Slot(packed), 1), slot(x));
        let size = size(9);
        b.push(InstKind::Copy { dst: Operand::Addr(Base::Slot(packed), 16), src: slot(packed), size });
        let q = b.load(Ty::Ptr, Operand::Addr(Base::Slot(packed), 17));
        b.push(InstKind::Dead(x));
        b.push(InstKind::Decl(x));
        let v = checked_load(b, var(q));
        b.stop(var(v));
    });
    assert_eq!(trouble(p), "object `x' is dead");
}

#[test]
fn overwritten_pointers_lose_their_object() {
    // The bytes of a pointer to a dead `x` are replaced by the same address as an integer: it now means the new `x`.
    let p = ProgramBuilder::main(|b| {
        let (x, cell) = (b.slot("x", 4), b.slot("cell", 8));
        b.push(InstKind::Decl(cell));
        b.push(InstKind::Decl(x));
        b.store(Ty::Ptr, slot(cell), slot(x));
        b.push(InstKind::Dead(x));
        b.push(InstKind::Decl(x));
        let address = b.let_(U64, Rvalue::Cast { from: Ty::Ptr, to: U64, a: slot(x) });
        b.store(U64, slot(cell), var(address));
        let q = b.load(Ty::Ptr, slot(cell));
        let v = checked_load(b, var(q));
        b.stop(var(v));
    });
    assert_eq!(outcome(p), Outcome::Exit(0));
}

#[test]
fn integers_and_pointers() {
    let p = ProgramBuilder::main(|b| {
        let x = b.slot("x", 8);
        b.push(InstKind::Decl(x));
        b.store(I32, Operand::Addr(Base::Slot(x), 4), int(6));
        let a = b.let_(U64, Rvalue::Cast { from: Ty::Ptr, to: U64, a: slot(x) });
        let a = b.bin(BinOp::Add, U64, var(a), size(4));
        let q = b.let_(Ty::Ptr, Rvalue::Cast { from: U64, to: Ty::Ptr, a: var(a) });
        let v = checked_load(b, var(q));
        b.stop(var(v));
    });
    assert_eq!(outcome(p), Outcome::Exit(6));
}

#[test]
fn one_past_the_end() {
    let p = ProgramBuilder::main(|b| {
        let (x, y) = (b.slot("x", 4), b.slot("y", 4));
        b.push(InstKind::Decl(x));
        b.push(InstKind::Decl(y));
        b.assert(Rvalue::PtrAddOk { ptr: slot(x), bytes: long(4) });
        let end = b.add(slot(x), 4);
        b.assert(Rvalue::Cmp { op: CmpOp::Ne, ty: Ty::Ptr, a: var(end), b: slot(y) });
        let a = b.let_(U64, Rvalue::Cast { from: Ty::Ptr, to: U64, a: var(end) });
        let q = b.let_(Ty::Ptr, Rvalue::Cast { from: U64, to: Ty::Ptr, a: var(a) });
        b.assert(Rvalue::SameObject { a: var(q), b: slot(x) });
        b.assert(Rvalue::PtrAddOk { ptr: slot(x), bytes: long(5) });
        b.stop(int(0));
    });
    assert_eq!(trouble(p), "object `x' at offset 0 plus 5 bytes");
}

#[test]
fn pointer_queries() {
    let mut p = ProgramBuilder::new();
    let g = p.global("g", 12, GlobalInit::Zero);
    let other = p.global("h", 0, GlobalInit::Zero);
    p.entry(|b| {
        let q = b.add(global(g), 8);
        let size_of = b.let_(U64, Rvalue::ObjectSize { ptr: var(q) });
        b.assert(Rvalue::Cmp { op: CmpOp::Eq, ty: U64, a: var(size_of), b: size(12) });
        let offset = b.let_(I64, Rvalue::PtrOffset { ptr: var(q) });
        b.assert(Rvalue::Cmp { op: CmpOp::Eq, ty: I64, a: var(offset), b: long(8) });
        let diff = b.let_(I64, Rvalue::PtrDiff { a: global(g), b: var(q), elem_size: 4 });
        b.assert(Rvalue::Cmp { op: CmpOp::Eq, ty: I64, a: var(diff), b: long(-2) });
        let none = b.let_(U64, Rvalue::ObjectSize { ptr: Operand::NULL });
        b.assert(Rvalue::Cmp { op: CmpOp::Eq, ty: U64, a: var(none), b: size(0) });
        let (x, y) =
            (b.let_(U64, Rvalue::PtrObject { ptr: var(q) }), b.let_(U64, Rvalue::PtrObject { ptr: global(other) }));
        b.assert(Rvalue::Cmp { op: CmpOp::Ne, ty: U64, a: var(x), b: var(y) });
        b.assert(Rvalue::AccessOk { ptr: Operand::NULL, size: size(0), write: true });
        b.assert(Rvalue::SameObject { a: var(q), b: global(other) });
        b.stop(int(0));
    });
    assert_eq!(trouble(p), "object `g' at offset 8 and object `h' at offset 0");
}

#[test]
fn globals_with_pointers() {
    let mut p = ProgramBuilder::new();
    let data = p.global("data", 8, GlobalInit::Data([1u8, 0, 0, 0, 2].into()));
    let table = p.global("table", 16, GlobalInit::Zero);
    let f = p.func("f", &[], Some(I32), |b| b.ret(Some(int(40))));
    p.reloc(table, 0, Base::Global(data), 4);
    p.reloc(table, 8, Base::Func(f), 0);
    p.entry(|b| {
        let q = b.load(Ty::Ptr, global(table));
        let two = b.load(I32, var(q));
        let fp = b.load(Ty::Ptr, Operand::Addr(Base::Global(table), 8));
        let forty = b.temp(I32);
        let sig = Box::new(Signature { params: vec![], ret: Some(I32), variadic: false, prototyped: true });
        b.assert(Rvalue::CallOk { ptr: var(fp), sig: sig.clone() });
        b.push(InstKind::Call { dst: Some(forty), callee: Callee::Indirect(var(fp), sig), args: vec![] });
        let v = b.bin(BinOp::Add, I32, var(two), var(forty));
        b.stop(var(v));
    });
    assert_eq!(outcome(p), Outcome::Exit(42));
}

#[test]
fn copies_and_fills() {
    let p = ProgramBuilder::main(|b| {
        let s = b.slot("s", 16);
        b.push(InstKind::Decl(s));
        b.push(InstKind::Fill { dst: slot(s), byte: byte(1), size: size(4) });
        b.push(InstKind::Copy { dst: Operand::Addr(Base::Slot(s), 2), src: slot(s), size: size(4) });
        b.push(InstKind::Copy { dst: Operand::NULL, src: Operand::NULL, size: size(0) });
        let v = b.load(U64, slot(s));
        b.assert(Rvalue::Cmp { op: CmpOp::Eq, ty: U64, a: var(v), b: size(0x0101_0101_0101) });
        b.push(InstKind::Copy { dst: Operand::Addr(Base::Slot(s), 8), src: slot(s), size: size(9) });
        b.stop(int(0));
    });
    assert_eq!(trouble(p), "write of 9 bytes: offset 8, 9 bytes, object `s' has 16 bytes");
}

#[test]
fn initialisation_of_memory() {
    let program = |what: i64| {
        ProgramBuilder::main(|b| {
            let (s, t) = (b.slot("s", 8), b.slot("t", 8));
            b.push(InstKind::Decl(s));
            b.push(InstKind::Decl(t));
            b.store(I32, slot(s), int(1));
            b.push(InstKind::Copy { dst: slot(t), src: slot(s), size: size(8) });
            let at = Operand::Addr(Base::Slot(t), what);
            b.assert(Rvalue::IsInit { ptr: at, size: 4 });
            let v = b.load(I32, at);
            b.stop(var(v));
        })
    };
    assert_eq!(outcome(program(0)), Outcome::Exit(1));
    for offset in [1, 4] {
        assert_eq!(trouble(program(offset)), "the value is indeterminate");
    }
}

#[test]
fn initialisation_of_heap_and_loops() {
    let heap = |zeroed| {
        ProgramBuilder::main(|b| {
            let dst = b.var(Ty::Ptr);
            b.push(InstKind::Alloc { dst, size: size(8), kind: AllocKind::Heap, zeroed });
            b.assert(Rvalue::IsInit { ptr: var(dst), size: 8 });
            b.stop(int(0));
        })
    };
    assert_eq!(outcome(heap(true)), Outcome::Exit(0));
    assert_eq!(trouble(heap(false)), "the value is indeterminate");
    let again = ProgramBuilder::main(|b| {
        let s = b.slot("s", 4);
        b.push(InstKind::Decl(s));
        b.store(I32, slot(s), int(1));
        b.push(InstKind::Dead(s));
        b.push(InstKind::Decl(s));
        b.assert(Rvalue::IsInit { ptr: slot(s), size: 4 });
        b.stop(int(0));
    });
    assert_eq!(trouble(again), "the value is indeterminate");
}

#[test]
fn initialisation_of_variables() {
    let program = |assigned: bool| {
        ProgramBuilder::main(|b| {
            let x = b.var(I32);
            b.set(x, Rvalue::Use(int(1)));
            b.push(InstKind::DeclVar(x));
            if assigned {
                b.set(x, Rvalue::Use(int(2)));
            }
            b.assert(Rvalue::IsInitVar(x));
            b.stop(var(x));
        })
    };
    assert_eq!(outcome(program(true)), Outcome::Exit(2));
    assert_eq!(trouble(program(false)), "the value is indeterminate");
}

/// Gives event 1 and 3 contents.
struct Contents(Vec<(u64, EventKind, u64)>);

impl Oracle for Contents {
    fn nondet(&mut self, _: Symbol, _: Ty, _: Span) -> Option<u128> {
        None
    }
    fn supplies(&self, _: EventKind) -> bool {
        true
    }
    fn contents(&mut self, event: u64, kind: EventKind, size: u64) -> Option<Vec<u8>> {
        self.0.push((event, kind, size));
        (event == 1 || event == 3).then(|| vec![event as u8 * 10])
    }
}

#[test]
fn indeterminate_contents_come_from_the_oracle() {
    let mut p = ProgramBuilder::new();
    p.global("outside", 4, GlobalInit::Nondet);
    p.entry(|b| {
        let (s, x) = (b.slot("s", 4), b.var(I32));
        b.push(InstKind::Decl(s));
        b.push(InstKind::DeclVar(x));
        let heap = b.malloc(4);
        let (u, v) = (b.load(I32, slot(s)), b.load(I32, var(heap)));
        let sum = b.bin(BinOp::Add, I32, var(u), var(v));
        let sum = b.bin(BinOp::Add, I32, var(sum), var(x));
        b.push(InstKind::Havoc { ptr: slot(s), size: size(4), by: pm_ir::Writer::Program });
        b.stop(var(sum));
    });
    let (program, names) = p.finish();
    for (fast, fuse) in [(false, false), (true, true)] {
        let mut oracle = Contents(Vec::new());
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let environment = Environment { oracle: &mut oracle, out: &mut out, err: &mut err };
        let settings = Settings { fast, fuse, trace: false };
        let result = crate::run_with(&program, &names, &RunOptions::default(), settings, environment, None);
        assert_eq!(result.outcome, Outcome::Exit(40));
        use EventKind::*;
        assert_eq!(oracle.0, [(0, Global, 4), (1, Slot, 4), (2, Var, 4), (3, Alloc, 4), (4, Havoc, 4)]);
    }
}

#[test]
fn addresses_run_out_and_come_back() {
    let mut p = ProgramBuilder::with_model(DataModel::Ilp32);
    p.entry(|b| {
        let (i, q) = (b.var(I32), b.var(Ty::Ptr));
        b.set(i, Rvalue::Use(int(0)));
        let (head, body, done) = (b.new_block(), b.new_block(), b.new_block());
        b.goto(head);
        b.at(head);
        let c = b.cmp(CmpOp::Lt, I32, var(i), int(64));
        b.branch(var(c), body, done);
        b.at(body);
        let size = Operand::Int(IntFormat::new(32, false), 1 << 28);
        b.push(InstKind::Alloc { dst: q, size, kind: AllocKind::Heap, zeroed: true });
        b.store(I32, var(q), int(1));
        b.free(var(q));
        b.set(i, Rvalue::Binary { op: BinOp::Add, ty: I32, a: var(i), b: int(1) });
        b.goto(head);
        b.at(done);
        b.stop(var(i));
    });
    assert_eq!(outcome(p), Outcome::Exit(64));
}

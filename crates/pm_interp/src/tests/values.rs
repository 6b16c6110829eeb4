//! Rvalues by the exact path and by ops, over many values: the printed results must be the same.

use super::builder::*;
use super::run_all;
use crate::RunOptions;
use pm_base::num::{FloatFormat, IntFormat};
use pm_ir::*;

const BINARY: [BinOp; 6] = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::And, BinOp::Or, BinOp::Xor];
const COMPARE: [CmpOp; 6] = [CmpOp::Eq, CmpOp::Ne, CmpOp::Lt, CmpOp::Le, CmpOp::Gt, CmpOp::Ge];
const FLOATS: [FloatFormat; 4] = [FloatFormat::F32, FloatFormat::F64, FloatFormat::X87, FloatFormat::F128];

fn samples(f: IntFormat) -> Vec<u128> {
    let all = [0, 1, 2, 7, f.max(), f.max().wrapping_sub(1), IntFormat::min(f), f.mask(), f.mask() / 3, f.mask() << 4];
    all.iter().map(|v| f.wrap(*v)).collect()
}

fn formats() -> Vec<IntFormat> {
    let widths = [1, 5, 8, 16, 31, 32, 33, 64, 65, 128];
    widths.iter().flat_map(|w| [IntFormat::new(*w, false), IntFormat::new(*w, true)]).collect()
}

/// Evaluates rvalues on all pairs of operands in variables and prints the patterns.
fn print_all(pairs: &[(Ty, u128, u128)], rvalues: impl Fn(Ty, Operand, Operand) -> Vec<(Ty, Rvalue)>) -> String {
    let mut p = ProgramBuilder::new();
    let args = p.global("args", 48, GlobalInit::Zero);
    let format = p.string("%llx%016llx\n");
    p.entry(|b| {
        for (ty, x, y) in pairs {
            let constant = |v| match ty {
                Ty::Int(f) => Operand::Int(*f, v),
                Ty::Float(f) => Operand::Float(*f, v),
                Ty::Ptr => Operand::Abs(v as u64),
            };
            let (a, c) = (b.var(*ty), b.var(*ty));
            b.set(a, Rvalue::Use(constant(*x)));
            b.set(c, Rvalue::Use(constant(*y)));
            for (result, rvalue) in rvalues(*ty, var(a), var(c)) {
                let v = b.let_(result, rvalue);
                b.push(InstKind::Fill { dst: global(args), byte: byte(0), size: size(48) });
                b.store(result, Operand::Addr(Base::Global(args), 16), var(v));
                let high = b.load(U64, Operand::Addr(Base::Global(args), 24));
                b.store(U64, global(args), var(high));
                b.print(format, global(args));
            }
        }
        b.stop(int(0));
    });
    let ran = run_all(p, &RunOptions::default(), &[]);
    assert_eq!(ran.result.outcome, crate::Outcome::Exit(0));
    ran.out
}

fn int_pairs() -> Vec<(Ty, u128, u128)> {
    let pairs = |f: IntFormat| {
        let values = samples(f);
        let all: Vec<_> = values.iter().flat_map(|a| values.iter().map(move |b| (*a, *b))).collect();
        all.into_iter().map(move |(a, b)| (Ty::Int(f), a, b))
    };
    formats().into_iter().flat_map(pairs).collect()
}

fn hex(out: &str) -> Vec<u128> {
    out.lines().map(|l| u128::from_str_radix(l, 16).unwrap()).collect()
}

#[test]
fn integer_operations() {
    let pairs = int_pairs();
    let out = print_all(&pairs, |ty, a, b| {
        let Ty::Int(f) = ty else { unreachable!() };
        let mut all: Vec<_> = BINARY.iter().map(|op| (ty, Rvalue::Binary { op: *op, ty, a, b })).collect();
        all.extend(COMPARE.iter().map(|op| (Ty::BOOL, Rvalue::Cmp { op: *op, ty, a, b })));
        let checked = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem];
        all.extend(checked.iter().map(|op| (Ty::BOOL, Rvalue::NoOverflow { op: *op, ty: f, a, b })));
        all
    });
    let mut expected = Vec::new();
    for (ty, a, b) in pairs {
        let Ty::Int(f) = ty else { unreachable!() };
        let (add, sub, mul) = (f.add(a, b), f.sub(a, b), f.mul(a, b));
        expected.extend([add.value, sub.value, mul.value, a & b, a | b, a ^ b]);
        let (lt, gt) = (f.less(a, b), f.less(b, a));
        expected.extend([a == b, a != b, lt, !gt, gt, !lt].map(u128::from));
        let fits = |w: Option<pm_base::num::int::Wrapped>| w.is_none_or(|w| !w.overflow);
        let (div, rem) = (fits(f.div(a, b)), fits(f.rem(a, b)));
        expected.extend([!add.overflow, !sub.overflow, !mul.overflow, div, rem].map(u128::from));
    }
    assert_eq!(hex(&out), expected);
}

#[test]
fn unary_operations() {
    let ops = [UnOp::Neg, UnOp::Not, UnOp::Clz, UnOp::Ctz, UnOp::Popcount];
    let pairs: Vec<_> =
        formats().into_iter().flat_map(|f| samples(f).into_iter().map(move |v| (Ty::Int(f), v, 0))).collect();
    let out = print_all(&pairs, |ty, a, _| ops.iter().map(|op| (ty, Rvalue::Unary { op: *op, ty, a })).collect());
    let mut expected = Vec::new();
    for (ty, a, _) in pairs {
        let Ty::Int(f) = ty else { unreachable!() };
        let bits = (0..u32::from(f.bits)).map(|i| a >> i & 1);
        let leading = bits.clone().rev().take_while(|b| *b == 0).count();
        let trailing = bits.clone().take_while(|b| *b == 0).count();
        let ones = bits.filter(|b| *b == 1).count();
        expected.extend([f.neg(a).value, f.wrap(!a)]);
        expected.extend([leading, trailing, ones].map(|n| f.wrap(n as u128)));
    }
    assert_eq!(hex(&out), expected);
    let swap = print_all(&[(Ty::int(32, false), 0x1234_5678, 0)], |ty, a, _| {
        vec![(ty, Rvalue::Unary { op: UnOp::Bswap, ty, a })]
    });
    assert_eq!(hex(&swap), [0x7856_3412]);
}

#[test]
fn division() {
    let pairs: Vec<_> = int_pairs().into_iter().filter(|p| p.2 != 0).collect();
    let out =
        print_all(&pairs, |ty, a, b| [BinOp::Div, BinOp::Rem].map(|op| (ty, Rvalue::Binary { op, ty, a, b })).to_vec());
    let mut expected = Vec::new();
    for (ty, a, b) in pairs {
        let Ty::Int(f) = ty else { unreachable!() };
        expected.extend([f.div(a, b).unwrap().value, f.rem(a, b).unwrap().value]);
    }
    assert_eq!(hex(&out), expected);
}

#[test]
fn shifts() {
    let count_ty = IntFormat::new(32, true);
    let mut pairs = Vec::new();
    for f in formats() {
        for v in samples(f) {
            pairs.push((Ty::Int(f), v, 0));
        }
    }
    let counts = |f: IntFormat| [0, 1, u32::from(f.bits) / 2, u32::from(f.bits) - 1].map(|n| n % u32::from(f.bits));
    let out = print_all(&pairs, |ty, a, _| {
        let Ty::Int(f) = ty else { unreachable!() };
        let mut all = Vec::new();
        for n in counts(f) {
            let count = Operand::Int(count_ty, u128::from(n));
            all.extend([true, false].map(|left| (ty, Rvalue::Shift { left, ty: f, a, count, count_ty })));
            all.push((Ty::BOOL, Rvalue::NoShlOverflow { ty: f, a, count, count_ty }));
        }
        all
    });
    let mut expected = Vec::new();
    for (ty, a, _) in pairs {
        let Ty::Int(f) = ty else { unreachable!() };
        for n in counts(f) {
            let left = f.shl(a, n);
            expected.extend([left.value, f.shr(a, n), u128::from(!left.overflow)]);
        }
    }
    assert_eq!(hex(&out), expected);
}

#[test]
fn integer_casts() {
    let pairs: Vec<_> =
        formats().into_iter().flat_map(|f| samples(f).into_iter().map(move |v| (Ty::Int(f), v, 0))).collect();
    let out = print_all(&pairs, |from, a, _| {
        let mut all = Vec::new();
        for t in formats() {
            all.push((Ty::Int(t), Rvalue::Cast { from, to: Ty::Int(t), a }));
            all.push((Ty::BOOL, Rvalue::Fits { from, to: t, a }));
        }
        all
    });
    let mut expected = Vec::new();
    for (ty, a, _) in pairs {
        let Ty::Int(f) = ty else { unreachable!() };
        for t in formats() {
            expected.extend([t.convert(a, f), u128::from(t.fits(a, f))]);
        }
    }
    assert_eq!(hex(&out), expected);
}

fn float_samples(f: FloatFormat) -> Vec<u128> {
    let numbers = ["0", "1", "1.5", "2.25", "0.1", "1e30", "1e-30", "2147483647", "4294967295.5", "16777217"];
    let mut all: Vec<u128> = numbers.iter().map(|t| f.parse(t).unwrap()).collect();
    all.extend([f.infinity(), f.nan()]);
    let negative: Vec<u128> = all.iter().map(|v| f.neg(*v)).collect();
    all.extend(negative);
    all
}

#[test]
fn float_operations() {
    let mut pairs = Vec::new();
    for f in FLOATS {
        let values = float_samples(f);
        pairs.extend(values.iter().flat_map(|a| values.iter().map(move |b| (Ty::Float(f), *a, *b))));
    }
    let out = print_all(&pairs, |ty, a, b| {
        let ops = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Copysign];
        let mut all: Vec<_> = ops.iter().map(|op| (ty, Rvalue::Binary { op: *op, ty, a, b })).collect();
        all.extend(COMPARE.iter().map(|op| (Ty::BOOL, Rvalue::Cmp { op: *op, ty, a, b })));
        all
    });
    let mut expected = Vec::new();
    for (ty, a, b) in pairs {
        let Ty::Float(f) = ty else { unreachable!() };
        let sign = if f.is_negative(a) == f.is_negative(b) { a } else { f.neg(a) };
        expected.extend([f.add(a, b), f.sub(a, b), f.mul(a, b), f.div(a, b), sign]);
        let (eq, lt, gt) = (f.equal(a, b), f.less(a, b), f.less(b, a));
        expected.extend([eq, !eq, lt, lt || eq, gt, gt || eq].map(u128::from));
    }
    assert_eq!(hex(&out), expected);
}

#[test]
fn float_functions_and_casts() {
    let mut pairs = Vec::new();
    for f in FLOATS {
        pairs.extend(float_samples(f).into_iter().map(|v| (Ty::Float(f), v, f.parse("3").unwrap())));
    }
    let i32 = IntFormat::new(32, true);
    let out = print_all(&pairs, |ty, a, b| {
        let Ty::Float(f) = ty else { unreachable!() };
        let ops = [UnOp::FNeg, UnOp::FAbs, UnOp::Sqrt, UnOp::Floor, UnOp::Ceil, UnOp::Trunc, UnOp::Round, UnOp::Rint];
        let mut all: Vec<_> = ops.iter().map(|op| (ty, Rvalue::Unary { op: *op, ty, a })).collect();
        let tests = [UnOp::IsNan, UnOp::IsInf, UnOp::IsFinite, UnOp::IsNormal, UnOp::SignBit];
        all.extend(tests.iter().map(|op| (Ty::BOOL, Rvalue::Unary { op: *op, ty, a })));
        all.extend(FLOATS.map(|t| (Ty::Float(t), Rvalue::Cast { from: ty, to: Ty::Float(t), a })));
        all.push((ty, Rvalue::Fma { ty: f, a, b, c: a }));
        all.push((ty, Rvalue::Scalbn { ty: f, a, n: int(-3) }));
        all.push((ty, Rvalue::Binary { op: BinOp::Fmod, ty, a, b }));
        all.push((ty, Rvalue::Binary { op: BinOp::Remainder, ty, a, b }));
        all.push((Ty::BOOL, Rvalue::Fits { from: ty, to: i32, a }));
        all
    });
    let mut expected = Vec::new();
    for (ty, a, b) in pairs {
        use pm_base::num::RoundingMode::*;
        let Ty::Float(f) = ty else { unreachable!() };
        let abs = if f.is_negative(a) { f.neg(a) } else { a };
        expected.extend([f.neg(a), abs, f.sqrt(a)]);
        expected.extend([Down, Up, TowardZero].map(|m| f.round_to_integral(a, m)));
        expected.extend([f.round_ties_away(a), f.round_to_integral(a, NearestEven)]);
        let (nan, inf) = (f.is_nan(a), f.is_infinite(a));
        expected.extend([nan, inf, !nan && !inf, f.is_normal(a), f.is_negative(a)].map(u128::from));
        expected.extend(FLOATS.map(|t| t.from_float(a, f)));
        expected.extend([f.fma(a, b, a), f.scale(a, -3), f.fmod(a, b), f.remainder(a, b)]);
        expected.push(u128::from(f.to_int(a, i32).is_some()));
    }
    assert_eq!(hex(&out), expected);
}

#[test]
fn floats_to_integers_and_back() {
    let targets =
        [IntFormat::new(32, true), IntFormat::new(32, false), IntFormat::new(64, true), IntFormat::new(8, true)];
    for target in targets {
        let mut pairs = Vec::new();
        for f in FLOATS {
            let fitting = float_samples(f).into_iter().filter(|v| f.to_int(*v, target).is_some());
            pairs.extend(fitting.map(|v| (Ty::Float(f), v, 0)));
        }
        let out =
            print_all(&pairs, |from, a, _| vec![(Ty::Int(target), Rvalue::Cast { from, to: Ty::Int(target), a })]);
        let expect = |(ty, a, _): &(Ty, u128, u128)| match ty {
            Ty::Float(f) => f.to_int(*a, target).unwrap(),
            _ => unreachable!(),
        };
        assert_eq!(hex(&out), pairs.iter().map(expect).collect::<Vec<_>>());
    }
    let pairs: Vec<_> =
        formats().into_iter().flat_map(|f| samples(f).into_iter().map(move |v| (Ty::Int(f), v, 0))).collect();
    let out = print_all(&pairs, |from, a, _| {
        FLOATS.map(|t| (Ty::Float(t), Rvalue::Cast { from, to: Ty::Float(t), a })).to_vec()
    });
    let mut expected = Vec::new();
    for (ty, a, _) in pairs {
        let Ty::Int(f) = ty else { unreachable!() };
        expected.extend(FLOATS.map(|t| t.from_int(a, f)));
    }
    assert_eq!(hex(&out), expected);
}

#[test]
fn bounds() {
    let ty = IntFormat::new(32, true);
    let values = [0, 3, 4, 5, u128::from(u32::MAX), 1 << 31];
    let pairs = values.map(|v| (Ty::Int(ty), v, 0));
    let out = print_all(&pairs, |_, index, _| {
        [false, true]
            .map(|inclusive| (Ty::BOOL, Rvalue::InBounds { index, index_ty: ty, count: 4, inclusive }))
            .to_vec()
    });
    assert_eq!(hex(&out), [1, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0]);
}

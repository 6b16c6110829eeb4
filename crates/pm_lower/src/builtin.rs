//! Built-in operations: integer and float functions, verification intrinsics, and what library models are made of.

use crate::choices::Look;
use crate::expr::Val;
use crate::function::{FnLower, zero};
use crate::options::Demands;
use crate::place::Access;
use crate::program::scalar_ty;
use pm_base::num::IntFormat;
use pm_base::{Diagnostic, Span, Symbol};
use pm_ir::{
    AllocKind, BinOp, CmpOp, InstKind, Operand, PropertyKind, Role, Rvalue, TermKind, Ty, UnOp, VarId, Writer,
};
use pm_sema::hir::{self, Builtin, ExprId, ExprKind};

const INT: IntFormat = IntFormat::new(32, true);

/// What models do not follow, by the numbers that they have for it (`__pm_gap`, `__pm_not_modelled`).
const GAPS: [&str; 9] = [
    "a field of more than 254 characters for a number",
    "a string that scanf allocates",
    "characters beyond ASCII as wide ones",
    "a wide format of more than 255 characters",
    "a wide format that may store its length",
    "fcloseall",
    "more than four strings of putenv",
    "options behind other arguments, or their abbreviations",
    pm_ir::WIDE_ALIGNMENT,
];

impl FnLower<'_, '_> {
    /// The value of a built-in operation (of no meaning where it has none). It may be computed into `dst`.
    pub fn builtin(&mut self, op: Builtin, args: &[ExprId], e: &hir::Expr, dst: Option<VarId>) -> Val {
        let span = e.span;
        let ty = scalar_ty(self.types(), e.ty.ty);
        match op {
            Builtin::Clz
            | Builtin::Ctz
            | Builtin::Popcount
            | Builtin::Parity
            | Builtin::Clrsb
            | Builtin::Ffs
            | Builtin::Bswap
            | Builtin::BitReverse
            | Builtin::RotateLeft
            | Builtin::RotateRight => self.bit_builtin(op, args, e),
            Builtin::SaturatingAdd => self.saturating(BinOp::Add, args, e),
            Builtin::SaturatingSub => self.saturating(BinOp::Sub, args, e),
            Builtin::EnumInRange => self.enum_in_range(args, e),
            Builtin::AddOverflow => self.overflow_builtin(BinOp::Add, args, e),
            Builtin::SubOverflow => self.overflow_builtin(BinOp::Sub, args, e),
            Builtin::MulOverflow => self.overflow_builtin(BinOp::Mul, args, e),
            Builtin::Fabs => self.float_unary(UnOp::FAbs, args, e),
            Builtin::Sqrt => self.float_unary(UnOp::Sqrt, args, e),
            Builtin::Floor => self.float_unary(UnOp::Floor, args, e),
            Builtin::Ceil => self.float_unary(UnOp::Ceil, args, e),
            Builtin::Trunc => self.float_unary(UnOp::Trunc, args, e),
            Builtin::Round => self.float_unary(UnOp::Round, args, e),
            Builtin::Rint => self.float_unary(UnOp::Rint, args, e),
            Builtin::IsNan => self.float_test(UnOp::IsNan, args, e),
            Builtin::IsInf => self.float_test(UnOp::IsInf, args, e),
            Builtin::IsFinite => self.float_test(UnOp::IsFinite, args, e),
            Builtin::IsNormal => self.float_test(UnOp::IsNormal, args, e),
            Builtin::SignBit => self.sign_bit(args, e),
            Builtin::IsInfSign => self.infinity_sign(args, e),
            Builtin::IsUnordered => self.unordered(args, e),
            Builtin::Copysign => self.float_binary(BinOp::Copysign, args, e),
            Builtin::Fmod => self.float_binary(BinOp::Fmod, args, e),
            Builtin::Remainder => self.float_binary(BinOp::Remainder, args, e),
            Builtin::Fma => self.fused(args, ty),
            Builtin::Scalbn => self.scaled(args, ty, span),
            Builtin::Unreachable => self.unreachable(span),
            Builtin::Promise => self.promise(args, span),
            Builtin::Trap => {
                self.stop(134, span);
                Val::op(Operand::NULL)
            }
            Builtin::Alloca => {
                let size = self.size_arg(args, 0, span);
                Val::op(self.alloc(size, AllocKind::Alloca, false, dst, span))
            }
            Builtin::VaStart | Builtin::VaCopy | Builtin::VaEnd => {
                match (op, args) {
                    (Builtin::VaStart, [list, ..]) => self.va_start(*list, span),
                    (Builtin::VaCopy, [dst, src, ..]) => self.va_copy(*dst, *src, span),
                    (_, [list, ..]) => self.va_end(*list, span),
                    _ => {}
                }
                Val::op(Operand::NULL)
            }
            Builtin::Nothing | Builtin::Input | Builtin::Output => {
                for &arg in args {
                    self.discard(arg);
                }
                Val::op(ty.map_or(Operand::NULL, zero))
            }
            Builtin::Assume
            | Builtin::Assert
            | Builtin::AssertOrAbort
            | Builtin::Precondition
            | Builtin::Cover
            | Builtin::PmRequirement
            | Builtin::ReachError
            | Builtin::Nondet
            | Builtin::HavocSlice
            | Builtin::HavocObject => self.intrinsic(op, args, e, dst),
            Builtin::ROk | Builtin::WOk => self.access_ok(op == Builtin::WOk, args, e),
            Builtin::ObjectSize
            | Builtin::PointerObject
            | Builtin::PointerOffset
            | Builtin::SameObject
            | Builtin::IsDynamicObject => self.object_builtin(op, args, e),
            Builtin::IsLiveObject => self.object_lives(false, args, e),
            Builtin::IsWritableObject => self.object_lives(true, args, e),
            Builtin::PmAlloc
            | Builtin::PmAllocStatic
            | Builtin::PmFree
            | Builtin::PmFreeOk
            | Builtin::PmCopy
            | Builtin::PmFill
            | Builtin::PmHavoc
            | Builtin::PmPrint
            | Builtin::PmFormat
            | Builtin::PmPrintable
            | Builtin::PmStop
            | Builtin::PmDestructors
            | Builtin::PmMallocMayFail
            | Builtin::PmErrnoIsRead
            | Builtin::PmOverlooksAccesses
            | Builtin::PmAddressesAreSeen
            | Builtin::PmComparisons
            | Builtin::PmCallsAgain
            | Builtin::PmNotModelled
            | Builtin::PmTooManyApplications
            | Builtin::PmDependsOnLocale
            | Builtin::PmGap
            | Builtin::PmNoLeak => self.model_builtin(op, args, e, dst),
        }
    }

    /// Bits that are counted or moved.
    fn bit_builtin(&mut self, op: Builtin, args: &[ExprId], e: &hir::Expr) -> Val {
        let span = e.span;
        let Some((a, f)) = self.int_arg(args, 0) else { return Val::op(zero(Ty::Int(INT))) };
        match op {
            Builtin::Bswap => Val::glue(Rvalue::Unary { op: UnOp::Bswap, ty: Ty::Int(f), a }),
            Builtin::BitReverse | Builtin::RotateLeft | Builtin::RotateRight => {
                let result = match (op, self.int_arg(args, 1)) {
                    (Builtin::BitReverse, _) => self.bit_reverse(a, f, span),
                    (op, Some((n, from))) => self.rotate(op == Builtin::RotateLeft, (a, f), (n, from), span),
                    (_, None) => a,
                };
                Val::glue(Rvalue::Use(result))
            }
            op => {
                if matches!(op, Builtin::Clz | Builtin::Ctz) {
                    self.not_zero(a, f, span);
                }
                let count = self.bit_count(op, a, f, span);
                let cast = self.glue_cast(count, f, self.result_format(e));
                Val::glue(cast.rv)
            }
        }
    }

    fn fused(&mut self, args: &[ExprId], ty: Option<Ty>) -> Val {
        let (a, b, c) = (self.arg(args, 0), self.arg(args, 1), self.arg(args, 2));
        match ty {
            Some(Ty::Float(ty)) => Val::glue(Rvalue::Fma { ty, a, b, c }),
            _ => Val::op(a),
        }
    }

    fn scaled(&mut self, args: &[ExprId], ty: Option<Ty>, span: Span) -> Val {
        let (a, n) = (self.arg(args, 0), self.int_arg(args, 1));
        match (ty, n) {
            (Some(Ty::Float(ty)), Some((n, f))) => {
                let n = self.glue_cast(n, f, INT);
                let n = self.operand(n.rv, Ty::Int(INT), span, Role::Glue);
                Val::glue(Rvalue::Scalbn { ty, a, n })
            }
            _ => Val::op(a),
        }
    }

    fn unreachable(&mut self, span: Span) -> Val {
        let text = "unreachable code is reached".to_string();
        if self.cx.opts.checks.unreachable {
            self.assert(Rvalue::Use(Operand::FALSE), PropertyKind::Unreachable, text, span);
        }
        self.terminate(TermKind::Unreachable, span);
        Val::op(Operand::NULL)
    }

    fn promise(&mut self, args: &[ExprId], span: Span) -> Val {
        if let Some(&cond) = args.first() {
            let text = format!("promised condition holds: {}", self.cx.session.sources.snippet(span, 100));
            let cond = self.truth(cond);
            if self.cx.opts.checks.unreachable && !self.out.is_model {
                self.assert(Rvalue::Use(cond), PropertyKind::Unreachable, text, span);
            }
            self.emit(InstKind::Assume { cond }, span, Role::Glue);
        }
        Val::op(Operand::NULL)
    }

    /// What is asked about the object of a pointer.
    fn object_builtin(&mut self, op: Builtin, args: &[ExprId], e: &hir::Expr) -> Val {
        let (size, offset) = (self.size_format(), self.offset_format());
        let ptr = self.arg(args, 0);
        let (value, format) = match op {
            Builtin::PointerObject => (Rvalue::PtrObject { ptr }, size),
            Builtin::PointerOffset => (Rvalue::PtrOffset { ptr }, offset),
            _ => (Rvalue::ObjectSize { ptr }, size),
        };
        match op {
            Builtin::SameObject => {
                self.speaks_of_objects = true;
                let b = self.arg(args, 1);
                self.predicate(Rvalue::SameObject { a: ptr, b }, e)
            }
            Builtin::IsDynamicObject => self.predicate(Rvalue::IsDynamic { ptr }, e),
            _ => {
                let number = self.in_temp(value, Ty::Int(format), e.span, Role::Glue);
                self.glue_cast(number, format, self.result_format(e))
            }
        }
    }

    // ---- arguments and results ------------------------------------------------------------------------------------

    fn arg(&mut self, args: &[ExprId], at: usize) -> Operand {
        args.get(at).map_or(Operand::NULL, |a| self.value(*a))
    }

    fn int_arg(&mut self, args: &[ExprId], at: usize) -> Option<(Operand, IntFormat)> {
        let arg = *args.get(at)?;
        let format = self.types().as_int(self.expr(arg).ty.ty)?;
        Some((self.value(arg), format))
    }

    fn constant_arg(&mut self, args: &[ExprId], at: usize) -> usize {
        match self.int_arg(args, at) {
            Some((Operand::Int(_, n), _)) => n as usize,
            _ => usize::MAX,
        }
    }

    /// An integer argument as a `size_t`.
    fn size_arg(&mut self, args: &[ExprId], at: usize, span: Span) -> Operand {
        let size = self.size_format();
        match self.int_arg(args, at) {
            Some((a, f)) => {
                let cast = self.glue_cast(a, f, size);
                self.operand(cast.rv, Ty::Int(size), span, Role::Glue)
            }
            None => self.size_const(0),
        }
    }

    fn result_format(&self, e: &hir::Expr) -> IntFormat {
        self.types().as_int(e.ty.ty).unwrap_or(INT)
    }

    /// A bool as a value of the expression's type.
    fn predicate(&mut self, rv: Rvalue, e: &hir::Expr) -> Val {
        let ty = self.ty_of(e.ty.ty);
        if ty == Ty::BOOL {
            return Val::glue(rv);
        }
        let truth = self.in_temp(rv, Ty::BOOL, e.span, Role::Glue);
        match ty {
            Ty::Int(_) => self.bool_as(truth, ty),
            Ty::Float(_) | Ty::Ptr => Val::op(truth),
        }
    }

    // ---- integers -------------------------------------------------------------------------------------------------

    /// The first and the last set bit of 0 are undefined.
    fn not_zero(&mut self, a: Operand, f: IntFormat, span: Span) {
        if self.cx.opts.checks.bit_count && !self.out.is_model && !matches!(a, Operand::Int(_, bits) if bits != 0) {
            let cond = Rvalue::Cmp { op: CmpOp::Ne, ty: Ty::Int(f), a, b: Operand::Int(f, 0) };
            let text = format!("argument is not 0 in {}", self.cx.session.sources.snippet(span, 100));
            self.assert(cond, PropertyKind::BitCount, text, span);
        }
    }

    fn bit_count(&mut self, op: Builtin, a: Operand, f: IntFormat, span: Span) -> Operand {
        let ty = Ty::Int(f);
        let one = Operand::Int(f, 1);
        match op {
            Builtin::Clz => self.glue_unary(UnOp::Clz, a, ty, span),
            Builtin::Ctz => self.glue_unary(UnOp::Ctz, a, ty, span),
            Builtin::Popcount => self.glue_unary(UnOp::Popcount, a, ty, span),
            Builtin::Parity => {
                let ones = self.glue_unary(UnOp::Popcount, a, ty, span);
                self.glue_binary(BinOp::And, ones, one, f, span)
            }
            Builtin::Clrsb => {
                // clz(((a ^ sign) << 1) | 1), where sign is all bits of a's sign
                let signed = IntFormat::new(f.bits, true);
                let sign = self.shift_by(a, f, signed, f.bits - 1, false, span);
                let folded = self.glue_binary(BinOp::Xor, a, sign, f, span);
                let moved = self.shift_by(folded, f, f, 1, true, span);
                let marked = self.glue_binary(BinOp::Or, moved, one, f, span);
                self.glue_unary(UnOp::Clz, marked, ty, span)
            }
            _ => {
                // ffs: (ctz(a) + 1) * (a != 0)
                let at = self.glue_unary(UnOp::Ctz, a, ty, span);
                let next = self.glue_binary(BinOp::Add, at, one, f, span);
                let truth = self.non_zero(a, ty);
                let truth = self.operand(truth, Ty::BOOL, span, Role::Glue);
                let factor = self.bool_as(truth, ty);
                let factor = self.operand(factor.rv, ty, span, Role::Glue);
                self.glue_binary(BinOp::Mul, next, factor, f, span)
            }
        }
    }

    /// Halves, quarters, … of the pattern change places.
    fn bit_reverse(&mut self, a: Operand, f: IntFormat, span: Span) -> Operand {
        let mut value = a;
        let mut by = f.bits / 2;
        while by > 0 {
            // The lower of each two groups of `by` bits.
            let lower =
                (0..u32::from(f.bits)).filter(|bit| bit / u32::from(by) % 2 == 0).fold(0u128, |m, bit| m | 1 << bit);
            let lower = Operand::Int(f, lower);
            let down = self.shift_by(value, f, f, by, false, span);
            let down = self.glue_binary(BinOp::And, down, lower, f, span);
            let up = self.glue_binary(BinOp::And, value, lower, f, span);
            let up = self.shift_by(up, f, f, by, true, span);
            value = self.glue_binary(BinOp::Or, down, up, f, span);
            by /= 2;
        }
        value
    }

    /// `f` is unsigned, and its width a power of two.
    fn rotate(
        &mut self,
        left: bool,
        (a, f): (Operand, IntFormat),
        (n, from): (Operand, IntFormat),
        span: Span,
    ) -> Operand {
        let mask = Operand::Int(f, u128::from(f.bits) - 1);
        let n = self.glue_cast(n, from, f);
        let n = self.operand(n.rv, Ty::Int(f), span, Role::Glue);
        let there = self.glue_binary(BinOp::And, n, mask, f, span);
        let back = self.glue_binary(BinOp::Sub, Operand::Int(f, 0), there, f, span);
        let back = self.glue_binary(BinOp::And, back, mask, f, span);
        let shifted = |this: &mut Self, left, count| {
            let shift = Rvalue::Shift { left, ty: f, a, count, count_ty: f };
            this.in_temp(shift, Ty::Int(f), span, Role::Glue)
        };
        let (x, y) = (shifted(self, left, there), shifted(self, !left, back));
        self.glue_binary(BinOp::Or, x, y, f, span)
    }

    fn saturating(&mut self, op: BinOp, args: &[ExprId], e: &hir::Expr) -> Val {
        let (Some((a, f)), Some((b, _))) = (self.int_arg(args, 0), self.int_arg(args, 1)) else {
            return Val::op(zero(self.ty_of(e.ty.ty)));
        };
        let span = e.span;
        let ty = Ty::Int(f);
        let dst = self.temp(ty);
        let fits = self.in_temp(Rvalue::NoOverflow { op, ty: f, a, b }, Ty::BOOL, span, Role::Glue);
        // The result is too large where the second operand is positive (plus) or negative (minus).
        let zero = Operand::Int(f, 0);
        let grows = match (op, f.signed) {
            (BinOp::Add, false) => Rvalue::Use(Operand::TRUE),
            (BinOp::Add, true) => Rvalue::Cmp { op: CmpOp::Gt, ty, a: b, b: zero },
            (_, false) => Rvalue::Use(Operand::FALSE),
            (_, true) => Rvalue::Cmp { op: CmpOp::Lt, ty, a: b, b: zero },
        };
        let grows = self.operand(grows, Ty::BOOL, span, Role::Glue);
        let [exact, clamped, most, least, join] = std::array::from_fn(|_| self.new_block());
        self.branch(fits, exact, clamped, span);
        self.start(exact);
        self.assign(dst, Rvalue::Binary { op, ty, a, b }, span, Role::Glue);
        self.goto(join, span);
        self.start(clamped);
        self.branch(grows, most, least, span);
        self.start(most);
        self.assign(dst, Rvalue::Use(Operand::Int(f, f.max())), span, Role::Glue);
        self.goto(join, span);
        self.start(least);
        self.assign(dst, Rvalue::Use(Operand::Int(f, f.min())), span, Role::Glue);
        self.fall_into(join, span);
        Val::op(Operand::Var(dst))
    }

    fn enum_in_range(&mut self, args: &[ExprId], e: &hir::Expr) -> Val {
        let Some(&arg) = args.first() else { return Val::op(zero(self.ty_of(e.ty.ty))) };
        let value = match self.expr(arg).kind {
            // What is asked here is not demanded.
            ExprKind::Load(lvalue) => {
                let (place, ty) = (self.place(lvalue, Access::Use), self.expr(arg).ty.ty);
                let val = self.read_any(lvalue, place, ty, e.span);
                self.operand(val.rv, self.ty_of(ty), e.span, val.role)
            }
            _ => self.value(arg),
        };
        let inside = self.is_enumerator(value, self.expr(arg).ty.ty, e.span);
        self.predicate(Rvalue::Use(inside.unwrap_or(Operand::TRUE)), e)
    }

    pub fn glue_unary(&mut self, op: UnOp, a: Operand, ty: Ty, span: Span) -> Operand {
        let result = match op {
            UnOp::IsNan | UnOp::IsInf | UnOp::IsFinite | UnOp::IsNormal | UnOp::SignBit => Ty::BOOL,
            _ => ty,
        };
        self.in_temp(Rvalue::Unary { op, ty, a }, result, span, Role::Glue)
    }

    /// Shifts the pattern of an `f` as a value of format `by_format`.
    fn shift_by(&mut self, a: Operand, f: IntFormat, by_format: IntFormat, by: u8, left: bool, span: Span) -> Operand {
        let a = self.glue_cast(a, f, by_format);
        let a = self.operand(a.rv, Ty::Int(by_format), span, Role::Glue);
        let count = Operand::Int(INT, u128::from(by));
        let shift = Rvalue::Shift { left, ty: by_format, a, count, count_ty: INT };
        let shifted = self.in_temp(shift, Ty::Int(by_format), span, Role::Glue);
        let back = self.glue_cast(shifted, by_format, f);
        self.operand(back.rv, Ty::Int(f), span, Role::Glue)
    }

    /// Exact arithmetic in a format that holds every result, then conversion; the value is whether that lost something.
    fn overflow_builtin(&mut self, op: BinOp, args: &[ExprId], e: &hir::Expr) -> Val {
        let span = e.span;
        let (Some((a, fa)), Some((b, fb)), [_, _, pointer, ..]) = (self.int_arg(args, 0), self.int_arg(args, 1), args)
        else {
            return Val::op(zero(self.ty_of(e.ty.ty)));
        };
        let target = self.types().pointee(self.expr(*pointer).ty.ty).and_then(|p| self.types().as_int(p.ty));
        let Some(to) = target else { return Val::op(zero(self.ty_of(e.ty.ty))) };
        let ptr = self.value(*pointer);
        let Some(wide) = exact_format(op, fa, fb, to) else {
            let text = "overflow built-ins on mixed types of 128 bits";
            self.cx.session.diags.push(Diagnostic::unsupported(span, text));
            return Val::op(zero(self.ty_of(e.ty.ty)));
        };
        let (ca, cb) = (self.glue_cast(a, fa, wide), self.glue_cast(b, fb, wide));
        let a = self.operand(ca.rv, Ty::Int(wide), span, Role::Glue);
        let b = self.operand(cb.rv, Ty::Int(wide), span, Role::Glue);
        let fits = if wide == to {
            Rvalue::NoOverflow { op, ty: to, a, b }
        } else {
            let exact = self.glue_binary(op, a, b, wide, span);
            Rvalue::Fits { from: Ty::Int(wide), to, a: exact }
        };
        let fits = self.in_temp(fits, Ty::BOOL, span, Role::Glue);
        let result = self.glue_binary(op, a, b, wide, span);
        let stored = self.glue_cast(result, wide, to);
        let value = self.operand(stored.rv, Ty::Int(to), span, Role::Glue);
        self.emit(InstKind::Store { ty: Ty::Int(to), ptr, value }, span, Role::User);
        self.predicate(Rvalue::Unary { op: UnOp::Not, ty: Ty::BOOL, a: fits }, e)
    }

    // ---- floats ---------------------------------------------------------------------------------------------------

    fn float_unary(&mut self, op: UnOp, args: &[ExprId], e: &hir::Expr) -> Val {
        let a = self.arg(args, 0);
        Val::glue(Rvalue::Unary { op, ty: self.ty_of(e.ty.ty), a })
    }

    fn float_binary(&mut self, op: BinOp, args: &[ExprId], e: &hir::Expr) -> Val {
        let (a, b) = (self.arg(args, 0), self.arg(args, 1));
        Val::glue(Rvalue::Binary { op, ty: self.ty_of(e.ty.ty), a, b })
    }

    fn arg_ty(&self, args: &[ExprId], at: usize) -> Ty {
        args.get(at).map_or(Ty::Ptr, |a| self.ty_of(self.expr(*a).ty.ty))
    }

    fn float_test(&mut self, op: UnOp, args: &[ExprId], e: &hir::Expr) -> Val {
        let ty = self.arg_ty(args, 0);
        let a = self.arg(args, 0);
        self.predicate(Rvalue::Unary { op, ty, a }, e)
    }

    /// C says of the result only whether it is zero.
    fn sign_bit(&mut self, args: &[ExprId], e: &hir::Expr) -> Val {
        let truth_alone = self.take_look(e) != Look::Value;
        let test = self.float_test(UnOp::SignBit, args, e);
        if truth_alone || self.out.is_model {
            return test;
        }
        let span = e.span;
        let set = self.operand(test.rv, Ty::Int(INT), span, Role::Glue);
        let source = self.cx.syms.nondet;
        let any = self.temp(Ty::Int(INT));
        self.emit(InstKind::Nondet { dst: any, ty: Ty::Int(INT), source }, span, Role::Glue);
        let (any, none) = (Operand::Var(any), Operand::Int(INT, 0));
        let zero = Rvalue::Cmp { op: CmpOp::Eq, ty: Ty::Int(INT), a: any, b: none };
        let zero = self.in_temp(zero, Ty::BOOL, span, Role::Glue);
        let zero = self.bool_as(zero, Ty::Int(INT));
        let zero = self.operand(zero.rv, Ty::Int(INT), span, Role::Glue);
        let not_zero = self.glue_binary(BinOp::Or, any, zero, INT, span);
        let mask = self.glue_unary(UnOp::Neg, set, Ty::Int(INT), span);
        Val::glue(Rvalue::Binary { op: BinOp::And, ty: Ty::Int(INT), a: mask, b: not_zero })
    }

    /// isinf * (1 - 2 * signbit)
    fn infinity_sign(&mut self, args: &[ExprId], e: &hir::Expr) -> Val {
        let ty = self.arg_ty(args, 0);
        let a = self.arg(args, 0);
        let mut flag = |op| {
            let truth = self.glue_unary(op, a, ty, e.span);
            let int = self.bool_as(truth, Ty::Int(INT));
            self.operand(int.rv, Ty::Int(INT), e.span, Role::Glue)
        };
        let (infinite, negative) = (flag(UnOp::IsInf), flag(UnOp::SignBit));
        let twice = self.glue_binary(BinOp::Add, negative, negative, INT, e.span);
        let sign = self.glue_binary(BinOp::Sub, Operand::Int(INT, 1), twice, INT, e.span);
        Val::glue(Rvalue::Binary { op: BinOp::Mul, ty: Ty::Int(INT), a: infinite, b: sign })
    }

    fn unordered(&mut self, args: &[ExprId], e: &hir::Expr) -> Val {
        let ty = self.arg_ty(args, 0);
        let (a, b) = (self.arg(args, 0), self.arg(args, 1));
        let a = self.glue_unary(UnOp::IsNan, a, ty, e.span);
        let b = self.glue_unary(UnOp::IsNan, b, ty, e.span);
        self.predicate(Rvalue::Binary { op: BinOp::Or, ty: Ty::BOOL, a, b }, e)
    }

    // ---- verification intrinsics ----------------------------------------------------------------------------------

    fn intrinsic(&mut self, op: Builtin, args: &[ExprId], e: &hir::Expr, dst: Option<VarId>) -> Val {
        let span = e.span;
        match op {
            Builtin::Assume => {
                if let Some(&cond) = args.first() {
                    let cond = self.undecided(|this| this.truth(cond));
                    self.emit(InstKind::Assume { cond }, span, Role::User);
                }
            }
            Builtin::Assert => self.user_assertion(args, span),
            Builtin::AssertOrAbort => self.assert_or_abort(args, span),
            Builtin::PmRequirement => self.requirement(args, span),
            Builtin::Precondition => self.own_precondition(args, span),
            Builtin::Cover => {
                if let Some(&cond) = args.first() {
                    let text = self.cx.session.sources.snippet(self.expr(cond).span, 100);
                    let cond = self.truth(cond);
                    if self.is_live() {
                        let prop = self.pending(PropertyKind::Cover, text, span);
                        self.emit(InstKind::Cover { cond, prop }, span, Role::User);
                    }
                }
            }
            Builtin::ReachError => {
                for &arg in args {
                    self.discard(arg);
                }
                let name = self.called_name(span);
                self.error(name, span);
            }
            Builtin::HavocObject => self.havoc_object(args, span),
            Builtin::HavocSlice => self.havoc_slice(args, span),
            _ => return self.nondet(args, e, dst),
        }
        Val::op(scalar_ty(self.types(), e.ty.ty).map_or(Operand::NULL, zero))
    }

    fn user_assertion(&mut self, args: &[ExprId], span: Span) {
        let Some(&cond) = args.first() else { return };
        let text = match args.get(1).and_then(|t| self.literal_text(*t)) {
            Some(text) if !text.is_empty() => text,
            _ => format!("assertion {}", self.cx.session.sources.snippet(self.expr(cond).span, 100)),
        };
        if self.out.is_model && self.cx.opts.demands != Demands::All {
            return self.demand(cond, PropertyKind::Precondition, text, span);
        }
        let truth = self.undecided(|this| this.truth_rvalue(cond));
        if self.cx.opts.checks.assertions && self.is_live() {
            let prop = self.pending(PropertyKind::Assertion, text, span);
            let name = self.called_name(span);
            let ends = matches!(self.cx.session.interner.name(name), "assert" | "__VERIFIER_assert");
            self.out.pending[prop.0 as usize].goes_on = !ends;
            self.emit(InstKind::Assert { cond: truth, prop }, span, Role::Glue);
        }
    }

    /// What an observer says of this cycle. The property is known by the requirement's name.
    fn requirement(&mut self, args: &[ExprId], span: Span) {
        let &[holds, name, text] = args else { return };
        let (name, text) = (self.literal_text(name), self.literal_text(text));
        let truth = self.truth_rvalue(holds);
        if self.is_live() {
            let prop = self.pending(PropertyKind::Requirement, text.unwrap_or_default(), span);
            let pending = &mut self.out.pending[prop.0 as usize];
            (pending.goes_on, pending.id) = (true, name.map(|n| format!("req.{n}")));
            self.emit(InstKind::Assert { cond: truth, prop }, span, Role::Glue);
        }
    }

    /// `assert(c)` as the macro has it: where it fails, the program ends.
    fn assert_or_abort(&mut self, args: &[ExprId], span: Span) {
        let Some(&cond) = args.first() else { return };
        let text = format!("assertion {}", self.cx.session.sources.snippet(self.expr(cond).span, 100));
        let prop = self.announced_property(text, span);
        let truth = self.undecided(|this| this.truth(cond));
        let (failed, holds) = (self.new_block(), self.new_block());
        self.branch(truth, holds, failed, span);
        self.start(failed);
        self.failed_assertion(prop, span);
        self.start(holds);
    }

    /// An arbitrary value, named after the function that the source calls.
    fn nondet(&mut self, args: &[ExprId], e: &hir::Expr, dst: Option<VarId>) -> Val {
        for &arg in args {
            self.discard(arg);
        }
        let Some(ty) = scalar_ty(self.types(), e.ty.ty) else { return Val::op(Operand::NULL) };
        let dst = dst.unwrap_or_else(|| self.temp(ty));
        let source = self.called_name(e.span);
        self.emit(InstKind::Nondet { dst, ty, source }, e.span, Role::User);
        Val::op(Operand::Var(dst))
    }

    /// The identifier that a call's text starts with.
    fn called_name(&mut self, span: Span) -> Symbol {
        let text = self.cx.session.sources.slice(span);
        let len = text.iter().take_while(|c| c.is_ascii_alphanumeric() || **c == b'_').count();
        match std::str::from_utf8(&text[..len]) {
            Ok(name) if !name.is_empty() => {
                let name = name.to_string();
                self.cx.session.interner.intern(&name)
            }
            _ => self.cx.syms.nondet,
        }
    }

    /// All bytes of the object that the pointer points into.
    fn havoc_object(&mut self, args: &[ExprId], span: Span) {
        let ptr = self.arg(args, 0);
        if self.cx.checks_at(span).pointer {
            let text =
                format!("pointer to an object that may be written in {}", self.cx.session.sources.snippet(span, 100));
            let lives = self.lives(ptr, true, span);
            self.assert(lives, PropertyKind::Pointer, text, span);
        }
        let start = self.object_start(ptr, span);
        let size = self.in_temp(Rvalue::ObjectSize { ptr }, Ty::Int(self.size_format()), span, Role::Glue);
        self.emit(InstKind::Havoc { ptr: start, size, by: Writer::Program }, span, Role::User);
    }

    /// Bytes that become arbitrary; it must be allowed to write them.
    fn havoc_slice(&mut self, args: &[ExprId], span: Span) {
        let ptr = self.arg(args, 0);
        let size = self.size_arg(args, 1, span);
        if self.cx.checks_at(span).pointer {
            let text = format!("pointer valid for writing in {}", self.cx.session.sources.snippet(span, 100));
            self.assert(Rvalue::AccessOk { ptr, size, write: true }, PropertyKind::Pointer, text, span);
        }
        self.emit(InstKind::Havoc { ptr, size, by: Writer::Program }, span, Role::Glue);
    }

    /// The start of the object that a pointer points into.
    fn object_start(&mut self, ptr: Operand, span: Span) -> Operand {
        let offset = self.offset_format();
        let at = self.in_temp(Rvalue::PtrOffset { ptr }, Ty::Int(offset), span, Role::Glue);
        let back = self.glue_unary(UnOp::Neg, at, Ty::Int(offset), span);
        self.in_temp(Rvalue::PtrAdd { ptr, bytes: back }, Ty::Ptr, span, Role::Glue)
    }

    fn object_lives(&mut self, write: bool, args: &[ExprId], e: &hir::Expr) -> Val {
        let ptr = self.arg(args, 0);
        let lives = self.lives(ptr, write, e.span);
        self.predicate(lives, e)
    }

    /// The first byte of the object can be read, or written; or it is a heap object, which may have none.
    fn lives(&mut self, ptr: Operand, write: bool, span: Span) -> Rvalue {
        let start = self.object_start(ptr, span);
        let ok = Rvalue::AccessOk { ptr: start, size: self.size_const(1), write };
        let ok = self.in_temp(ok, Ty::BOOL, span, Role::Glue);
        let some = Rvalue::Cmp { op: CmpOp::Ne, ty: Ty::Ptr, a: start, b: Operand::NULL };
        let some = self.in_temp(some, Ty::BOOL, span, Role::Glue);
        let heap = self.in_temp(Rvalue::FreeOk { ptr: start }, Ty::BOOL, span, Role::Glue);
        let bool_ = IntFormat::new(1, false);
        let empty = self.glue_binary(BinOp::And, some, heap, bool_, span);
        Rvalue::Binary { op: BinOp::Or, ty: Ty::BOOL, a: ok, b: empty }
    }

    /// `(pointer, size)`, or `(pointer)` for the size of what it points to.
    fn access_ok(&mut self, write: bool, args: &[ExprId], e: &hir::Expr) -> Val {
        self.speaks_of_memory = true;
        let ptr = self.arg(args, 0);
        let size = if args.len() > 1 {
            self.size_arg(args, 1, e.span)
        } else {
            let pointee = args.first().and_then(|a| self.types().pointee(self.expr(*a).ty.ty));
            pointee.map_or(self.size_const(0), |p| self.dynamic_size(p.ty, e.span))
        };
        self.predicate(Rvalue::AccessOk { ptr, size, write }, e)
    }

    // ---- what models are made of ----------------------------------------------------------------------------------

    fn model_builtin(&mut self, op: Builtin, args: &[ExprId], e: &hir::Expr, dst: Option<VarId>) -> Val {
        let span = e.span;
        match op {
            Builtin::PmAlloc => return Val::op(self.heap_object(args, dst, span)),
            Builtin::PmAllocStatic => {
                let size = self.size_arg(args, 0, span);
                return Val::op(self.alloc(size, AllocKind::Static, false, dst, span));
            }
            Builtin::PmFree => {
                let ptr = self.arg(args, 0);
                self.emit(InstKind::Free { ptr }, span, Role::Glue);
            }
            Builtin::PmFreeOk => {
                self.speaks_of_memory = true;
                let ptr = self.arg(args, 0);
                return self.predicate(Rvalue::FreeOk { ptr }, e);
            }
            Builtin::PmCopy => {
                let (dst, src) = (self.arg(args, 0), self.arg(args, 1));
                let size = self.size_arg(args, 2, span);
                self.emit(InstKind::Copy { dst, src, size }, span, Role::Glue);
            }
            Builtin::PmFill => {
                let dst = self.arg(args, 0);
                let byte = IntFormat::new(8, false);
                let Some((value, f)) = self.int_arg(args, 1) else { return Val::op(Operand::NULL) };
                let value = self.glue_cast(value, f, byte);
                let byte = self.operand(value.rv, Ty::Int(byte), span, Role::Glue);
                let size = self.size_arg(args, 2, span);
                self.emit(InstKind::Fill { dst, byte, size }, span, Role::Glue);
            }
            Builtin::PmHavoc => {
                let ptr = self.arg(args, 0);
                let size = self.size_arg(args, 1, span);
                self.emit(InstKind::Havoc { ptr, size, by: Writer::Program }, span, Role::Glue);
            }
            Builtin::PmPrint => {
                let (stream, format) = (self.arg(args, 0), self.arg(args, 1));
                let list = args.get(2).map_or(Operand::NULL, |l| self.va_pointer(*l));
                let count = dst.unwrap_or_else(|| self.temp(Ty::Int(INT)));
                let kind = InstKind::Print { dst: Some(count), stream, format, args: list };
                self.emit(kind, span, Role::Glue);
                return Val::op(Operand::Var(count));
            }
            Builtin::PmFormat => {
                let buffer = self.arg(args, 0);
                let size = self.size_arg(args, 1, span);
                let format = self.arg(args, 2);
                let list = args.get(3).map_or(Operand::NULL, |l| self.va_pointer(*l));
                let count = dst.unwrap_or_else(|| self.temp(Ty::Int(INT)));
                let kind = InstKind::Format { dst: Some(count), buffer, size, format, args: list };
                self.emit(kind, span, Role::Glue);
                return Val::op(Operand::Var(count));
            }
            Builtin::PmPrintable => {
                self.speaks_of_memory = true;
                let format = self.arg(args, 0);
                let list = args.get(1).map_or(Operand::NULL, |l| self.va_pointer(*l));
                return self.predicate(Rvalue::Printable { format, args: list }, e);
            }
            Builtin::PmStop => self.model_stop(args, span),
            Builtin::PmDestructors => self.call_destructors(span),
            Builtin::PmMallocMayFail => {
                let may_fail = if self.cx.opts.malloc_may_fail { Operand::TRUE } else { Operand::FALSE };
                return self.bool_as(may_fail, self.ty_of(e.ty.ty));
            }
            Builtin::PmErrnoIsRead => {
                let is_read = if self.cx.choices.errno_is_read { Operand::TRUE } else { Operand::FALSE };
                return self.bool_as(is_read, self.ty_of(e.ty.ty));
            }
            Builtin::PmOverlooksAccesses => {
                let overlooked = self.cx.opts.demands == Demands::Overlooked;
                return self.bool_as(if overlooked { Operand::TRUE } else { Operand::FALSE }, self.ty_of(e.ty.ty));
            }
            Builtin::PmAddressesAreSeen => {
                let are_seen = if self.cx.choices.addresses_are_seen { Operand::TRUE } else { Operand::FALSE };
                return self.bool_as(are_seen, self.ty_of(e.ty.ty));
            }
            Builtin::PmCallsAgain => {
                let what = self.constant_arg(args, 0);
                let again = self.cx.choices.calls_again.get(what).is_some_and(|again| *again);
                return self.bool_as(if again { Operand::TRUE } else { Operand::FALSE }, self.ty_of(e.ty.ty));
            }
            Builtin::PmNotModelled => {
                let why = self.gap(args);
                self.emit(InstKind::Inexact { cond: Operand::TRUE, why }, span, Role::Glue);
            }
            Builtin::PmComparisons => return Val::op(Operand::Int(INT, self.cx.choices.comparisons as u128)),
            Builtin::PmDependsOnLocale => {
                let why = "what depends on a locale other than that of C";
                self.emit(InstKind::Inexact { cond: Operand::TRUE, why }, span, Role::Glue);
            }
            Builtin::PmTooManyApplications => {
                let why = "uninterpreted functions with more than 64 different arguments";
                self.emit(InstKind::Inexact { cond: Operand::TRUE, why }, span, Role::Glue);
            }
            Builtin::PmGap => {
                let why = self.gap(args);
                self.emit(InstKind::Inexact { cond: Operand::TRUE, why }, span, Role::Glue);
                self.emit(InstKind::Assume { cond: Operand::FALSE }, span, Role::Glue);
            }
            _ => return self.predicate(Rvalue::NoLeak { reachable_ok: false }, e),
        }
        Val::op(scalar_ty(self.types(), e.ty.ty).map_or(Operand::NULL, zero))
    }

    /// Why a model is not exact from here on.
    fn gap(&mut self, args: &[ExprId]) -> &'static str {
        GAPS.get(self.constant_arg(args, 0)).copied().unwrap_or("what a library model leaves out")
    }

    fn alloc(&mut self, size: Operand, kind: AllocKind, zeroed: bool, dst: Option<VarId>, span: Span) -> Operand {
        let dst = dst.unwrap_or_else(|| self.temp(Ty::Ptr));
        self.emit(InstKind::Alloc { dst, size, kind, zeroed }, span, Role::Glue);
        Operand::Var(dst)
    }

    fn heap_object(&mut self, args: &[ExprId], dst: Option<VarId>, span: Span) -> Operand {
        let size = self.size_arg(args, 0, span);
        match self.int_arg(args, 1) {
            Some((Operand::Int(_, zeroed), _)) => self.alloc(size, AllocKind::Heap, zeroed != 0, dst, span),
            None => self.alloc(size, AllocKind::Heap, false, dst, span),
            Some((zeroed, f)) => {
                let dst = dst.unwrap_or_else(|| self.temp(Ty::Ptr));
                let truth = self.non_zero(zeroed, Ty::Int(f));
                let truth = self.operand(truth, Ty::BOOL, span, Role::Glue);
                let (yes, no, join) = (self.new_block(), self.new_block(), self.new_block());
                self.branch(truth, yes, no, span);
                self.start(yes);
                self.alloc(size, AllocKind::Heap, true, Some(dst), span);
                self.goto(join, span);
                self.start(no);
                self.alloc(size, AllocKind::Heap, false, Some(dst), span);
                self.fall_into(join, span);
                Operand::Var(dst)
            }
        }
    }

    /// The end of the program; in `exit`, heap memory is checked.
    fn model_stop(&mut self, args: &[ExprId], span: Span) {
        let code = match self.int_arg(args, 0) {
            Some((code, f)) => {
                let cast = self.glue_cast(code, f, INT);
                self.operand(cast.rv, Ty::Int(INT), span, Role::Glue)
            }
            None => Operand::Int(INT, 0),
        };
        if self.out.name == self.cx.syms.exit {
            self.assert_no_leak(span);
        }
        self.terminate(TermKind::Stop(code), span);
    }

    /// What the options ask of heap memory when the program ends.
    pub fn assert_no_leak(&mut self, span: Span) {
        let checks = self.cx.opts.checks;
        let wanted = [
            (checks.memory_leak, true, "no dynamically allocated memory is lost at the end of the program"),
            (checks.memory_cleanup, false, "all dynamically allocated memory is freed at the end of the program"),
        ];
        for (_, reachable_ok, text) in wanted.into_iter().filter(|w| w.0) {
            self.assert(Rvalue::NoLeak { reachable_ok }, PropertyKind::MemoryLeak, text.to_string(), span);
        }
    }
}

/// A format that holds all results of the operation on values of formats `a` and `b`; `to` itself where all are equal.
fn exact_format(op: BinOp, a: IntFormat, b: IntFormat, to: IntFormat) -> Option<IntFormat> {
    if a == b && a == to {
        return Some(to);
    }
    let signed_bits = |f: IntFormat| u32::from(f.bits) + u32::from(!f.signed);
    let bits = match op {
        BinOp::Mul => u32::from(a.bits) + u32::from(b.bits),
        _ => signed_bits(a).max(signed_bits(b)) + 1,
    };
    let signed = op != BinOp::Mul || a.signed || b.signed;
    (bits <= 128).then(|| IntFormat::new(bits as u8, signed))
}

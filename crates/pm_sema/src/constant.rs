//! Evaluation of typed expressions to constants: integer and arithmetic constant expressions, address constants.
//!
//! What gcc folds where C wants a constant is folded: overflow wraps, the branch that is not taken is not looked at.

use crate::cx::{Class, Cx};
use crate::hir::{AddrBase, BinaryOp, Builtin, ConstValue, ExprId, ExprKind, GlobalDef, GlobalId, UnaryOp};
use crate::types::TypeId;
use pm_base::num::{FloatFormat, IntFormat};
use pm_syntax::ast;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CVal {
    /// Pattern of an integer or of a pointer without base.
    Int(u128),
    Float(u128),
    Addr {
        base: AddrBase,
        addend: i64,
    },
}

/// A place in memory whose address is a constant.
enum Place {
    Based(AddrBase, i64),
    Absolute(i64),
}

impl<'a> Cx<'a> {
    /// The value of an integer constant expression that C requires here; reports what is none.
    pub fn const_int(&mut self, e: ast::ExprId, what: &str) -> Option<i128> {
        let value = self.rvalue(e);
        if self.is_error(value) {
            return None;
        }
        let span = self.span(value);
        if self.class(self.ty(value)) != Class::Int {
            self.error(span, format!("{what} is not an integer"));
            return None;
        }
        let v = self.eval_int(value);
        if v.is_none() {
            self.error(span, format!("{what} is not an integer constant expression"));
        }
        v
    }

    /// The mathematical value of an integer constant.
    pub fn eval_int(&self, e: ExprId) -> Option<i128> {
        let format = self.types().as_int(self.ty(e))?;
        match self.eval(e)? {
            CVal::Int(v) => Some(format.to_i128(v)),
            _ => None,
        }
    }

    /// Truth of a constant scalar.
    pub fn eval_bool(&self, e: ExprId) -> Option<bool> {
        let value = self.eval(e)?;
        self.truth(value, self.ty(e))
    }

    fn truth(&self, value: CVal, ty: TypeId) -> Option<bool> {
        Some(match value {
            CVal::Int(v) => v != 0,
            CVal::Float(v) => !self.types().as_float(ty)?.is_zero(v),
            CVal::Addr { base, .. } if self.may_be_null(base) => return None,
            CVal::Addr { .. } => true,
        })
    }

    /// Nothing may define what is weak.
    fn may_be_null(&self, base: AddrBase) -> bool {
        match base {
            AddrBase::Global(g) => self.an.program.globals[g].weak,
            AddrBase::Func(f) => self.an.program.funcs[f].weak,
            AddrBase::Str(_) => false,
        }
    }

    pub fn eval(&self, e: ExprId) -> Option<CVal> {
        let x = &self.body.exprs[e];
        let ty = x.ty.ty;
        match &x.kind {
            ExprKind::Const(v) => match self.class(ty) {
                Class::Float => Some(CVal::Float(*v)),
                Class::Int | Class::Pointer => Some(CVal::Int(*v)),
                _ => None,
            },
            ExprKind::FuncAddr(f) => Some(CVal::Addr { base: AddrBase::Func(*f), addend: 0 }),
            ExprKind::Decay(lv) | ExprKind::AddrOf(lv) => self.place(*lv).map(|p| self.address(p)),
            ExprKind::Cast { arg, .. } => self.eval_cast(*arg, ty),
            ExprKind::Unary { op, arg } => self.eval_unary(*op, *arg, ty),
            ExprKind::Binary { op, lhs, rhs } => self.eval_binary(*op, *lhs, *rhs, ty),
            ExprKind::PtrAdd { ptr, index, negate } => self.eval_ptr_add(*ptr, *index, *negate, ty),
            ExprKind::PtrDiff { lhs, rhs } => self.eval_ptr_diff(*lhs, *rhs),
            ExprKind::And { lhs, rhs } => {
                let v = self.eval_bool(*lhs)? && self.eval_bool(*rhs)?;
                Some(CVal::Int(u128::from(v)))
            }
            ExprKind::Or { lhs, rhs } => {
                let v = self.eval_bool(*lhs)? || self.eval_bool(*rhs)?;
                Some(CVal::Int(u128::from(v)))
            }
            ExprKind::Cond { cond, then, els } => match (self.eval_bool(*cond)?, then) {
                (true, Some(then)) => self.eval(*then),
                (true, None) => self.eval_cast(*cond, ty),
                (false, _) => self.eval(*els),
            },
            ExprKind::Builtin { op, args } => self.eval_builtin(*op, args, ty),
            ExprKind::Load(lv) if self.static_init => self.eval_load(*lv),
            _ => None,
        }
    }

    /// gcc lets static initialisers read constants (`static const int a = 5; int b = a;`) and compound literals.
    fn eval_load(&self, lv: ExprId) -> Option<CVal> {
        let x = &self.body.exprs[lv];
        let ExprKind::Global(g) = x.kind else { return None };
        let literal = self.an.global_info[g].unnamed;
        if !(literal || x.ty.quals.is_const) || x.ty.quals.is_volatile {
            return None;
        }
        self.scalar_of_global(g, x.ty.ty)
    }

    fn scalar_of_global(&self, g: GlobalId, ty: TypeId) -> Option<CVal> {
        let GlobalDef::Init(items) = &self.an.program.globals[g].def else { return None };
        let item = match items.as_slice() {
            [item] => item,
            [] if self.class(ty) == Class::Float => return Some(CVal::Float(0)),
            [] if self.is_scalar(ty) => return Some(CVal::Int(0)),
            _ => return None,
        };
        match item.value {
            ConstValue::Scalar { bits, .. } if self.class(ty) == Class::Float => Some(CVal::Float(bits)),
            ConstValue::Scalar { bits, .. } if self.is_scalar(ty) => Some(CVal::Int(bits)),
            ConstValue::Address { base, addend } if self.is_scalar(ty) => Some(CVal::Addr { base, addend }),
            _ => None,
        }
    }

    fn address(&self, place: Place) -> CVal {
        match place {
            Place::Based(base, addend) => CVal::Addr { base, addend },
            Place::Absolute(a) => CVal::Int(self.pointer_format().wrap(a as u128)),
        }
    }

    fn pointer_format(&self) -> IntFormat {
        IntFormat::new(self.types().pointer_size() as u8 * 8, false)
    }

    fn place(&self, lv: ExprId) -> Option<Place> {
        let x = &self.body.exprs[lv];
        match &x.kind {
            ExprKind::Global(g) => Some(Place::Based(AddrBase::Global(*g), 0)),
            ExprKind::Str(s) => Some(Place::Based(AddrBase::Str(*s), 0)),
            ExprKind::Deref(p) => self.pointed(*p),
            ExprKind::Index { base, index } => {
                let size = self.types().size_of(x.ty.ty)?;
                let index = i64::try_from(self.eval_int(*index)?).ok()?;
                let start =
                    if self.class(self.ty(*base)) == Class::Array { self.place(*base)? } else { self.pointed(*base)? };
                start.add(index.checked_mul(i64::try_from(size).ok()?)?)
            }
            ExprKind::Member { base, offset, bits: None, .. } => self.place(*base)?.add(i64::try_from(*offset).ok()?),
            _ => None,
        }
    }

    fn pointed(&self, p: ExprId) -> Option<Place> {
        match self.eval(p)? {
            CVal::Addr { base, addend } => Some(Place::Based(base, addend)),
            CVal::Int(v) => Some(Place::Absolute(v as i64)),
            CVal::Float(_) => None,
        }
    }

    fn eval_cast(&self, arg: ExprId, to: TypeId) -> Option<CVal> {
        let value = self.eval(arg)?;
        self.convert_value(value, self.ty(arg), to)
    }

    pub fn convert_value(&self, value: CVal, from: TypeId, to: TypeId) -> Option<CVal> {
        let types = self.types();
        if self.is_bool(to) {
            return Some(CVal::Int(u128::from(self.truth(value, from)?)));
        }
        match (value, self.class(to)) {
            (CVal::Addr { .. }, Class::Pointer) => Some(value),
            (CVal::Addr { .. }, Class::Int) => (types.size_of(to)? >= types.pointer_size()).then_some(value),
            (CVal::Int(v), Class::Int) => {
                let source = types.as_int(from).unwrap_or(self.pointer_format());
                Some(CVal::Int(types.as_int(to)?.convert(v, source)))
            }
            (CVal::Int(v), Class::Pointer) => {
                let source = types.as_int(from).unwrap_or(self.pointer_format());
                Some(CVal::Int(self.pointer_format().convert(v, source)))
            }
            (CVal::Int(v), Class::Float) => Some(CVal::Float(types.as_float(to)?.from_int(v, types.as_int(from)?))),
            (CVal::Float(v), Class::Float) => {
                Some(CVal::Float(types.as_float(to)?.from_float(v, types.as_float(from)?)))
            }
            (CVal::Float(v), Class::Int) => {
                Some(CVal::Int(saturating_to_int(types.as_float(from)?, v, types.as_int(to)?)))
            }
            _ => None,
        }
    }

    fn eval_unary(&self, op: UnaryOp, arg: ExprId, ty: TypeId) -> Option<CVal> {
        if op == UnaryOp::Not {
            return Some(CVal::Int(u128::from(!self.eval_bool(arg)?)));
        }
        match (self.eval(arg)?, op) {
            (CVal::Int(v), UnaryOp::Neg) => Some(CVal::Int(self.types().as_int(ty)?.neg(v).value)),
            (CVal::Int(v), UnaryOp::BitNot) => Some(CVal::Int(self.types().as_int(ty)?.wrap(!v))),
            (CVal::Float(v), UnaryOp::Neg) => Some(CVal::Float(self.types().as_float(ty)?.neg(v))),
            _ => None,
        }
    }

    fn eval_binary(&self, op: BinaryOp, lhs: ExprId, rhs: ExprId, ty: TypeId) -> Option<CVal> {
        let operands = self.ty(lhs);
        match (self.eval(lhs)?, self.eval(rhs)?) {
            (CVal::Int(a), CVal::Int(b)) => {
                if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
                    let count = self.types().as_int(self.ty(rhs))?.to_i128(b);
                    return self.eval_shift(op, a, count, ty);
                }
                let format = self.types().as_int(operands).unwrap_or(self.pointer_format());
                int_binary(format, op, a, b).map(CVal::Int)
            }
            (CVal::Float(a), CVal::Float(b)) => self.eval_float_binary(op, a, b, operands),
            (CVal::Addr { base: x, addend: a }, CVal::Addr { base: y, addend: b }) if x == y => {
                compare(op, a.cmp(&b)).map(|v| CVal::Int(u128::from(v)))
            }
            (CVal::Addr { base: x, .. }, CVal::Addr { base: y, .. }) if x != y => match op {
                BinaryOp::Eq => Some(CVal::Int(0)),
                BinaryOp::Ne => Some(CVal::Int(1)),
                _ => None,
            },
            (CVal::Addr { base, .. }, CVal::Int(0)) | (CVal::Int(0), CVal::Addr { base, .. })
                if self.may_be_null(base) =>
            {
                None
            }
            (CVal::Addr { .. }, CVal::Int(0)) | (CVal::Int(0), CVal::Addr { .. }) => match op {
                BinaryOp::Eq => Some(CVal::Int(0)),
                BinaryOp::Ne => Some(CVal::Int(1)),
                _ => None,
            },
            (CVal::Addr { base, addend }, CVal::Int(v)) => self.eval_address_arith(op, base, addend, v, operands),
            (CVal::Int(v), CVal::Addr { base, addend }) if op == BinaryOp::Add => {
                self.eval_address_arith(op, base, addend, v, operands)
            }
            _ => None,
        }
    }

    /// `(long)&x + 4`
    fn eval_address_arith(&self, op: BinaryOp, base: AddrBase, addend: i64, v: u128, ty: TypeId) -> Option<CVal> {
        let v = i64::try_from(self.types().as_int(ty)?.to_i128(v)).ok()?;
        let addend = match op {
            BinaryOp::Add => addend.checked_add(v)?,
            BinaryOp::Sub => addend.checked_sub(v)?,
            _ => return None,
        };
        Some(CVal::Addr { base, addend })
    }

    fn eval_shift(&self, op: BinaryOp, a: u128, count: i128, ty: TypeId) -> Option<CVal> {
        let format = self.types().as_int(ty)?;
        let n = u32::try_from(count).ok()?;
        if n >= u32::from(format.bits) {
            return None;
        }
        Some(CVal::Int(if op == BinaryOp::Shl { format.shl(a, n).value } else { format.shr(a, n) }))
    }

    fn eval_float_binary(&self, op: BinaryOp, a: u128, b: u128, ty: TypeId) -> Option<CVal> {
        let f = self.types().as_float(ty)?;
        let truth = |v: bool| Some(CVal::Int(u128::from(v)));
        // gcc folds an invalid operation to the positive NaN; the processor would give the negative one.
        let number = |v: u128| {
            let invalid = f.is_nan(v) && !f.is_nan(a) && !f.is_nan(b);
            Some(CVal::Float(if invalid { f.nan() } else { v }))
        };
        match op {
            BinaryOp::Add => number(f.add(a, b)),
            BinaryOp::Sub => number(f.sub(a, b)),
            BinaryOp::Mul => number(f.mul(a, b)),
            BinaryOp::Div => number(f.div(a, b)),
            BinaryOp::Lt => truth(f.less(a, b)),
            BinaryOp::Le => truth(f.less_equal(a, b)),
            BinaryOp::Gt => truth(f.less(b, a)),
            BinaryOp::Ge => truth(f.less_equal(b, a)),
            BinaryOp::Eq => truth(f.equal(a, b)),
            BinaryOp::Ne => truth(!f.equal(a, b)),
            BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor => {
                None
            }
        }
    }

    fn eval_ptr_add(&self, ptr: ExprId, index: ExprId, negate: bool, ty: TypeId) -> Option<CVal> {
        let stride = i128::from(self.types().stride_of(self.pointee(ty)?.ty)?);
        let delta = self.eval_int(index)?.checked_mul(stride)?;
        let delta = i64::try_from(if negate { delta.checked_neg()? } else { delta }).ok()?;
        match self.eval(ptr)? {
            CVal::Addr { base, addend } => Some(CVal::Addr { base, addend: addend.checked_add(delta)? }),
            CVal::Int(v) => Some(CVal::Int(self.pointer_format().wrap(v.wrapping_add(delta as u128)))),
            CVal::Float(_) => None,
        }
    }

    fn eval_ptr_diff(&self, lhs: ExprId, rhs: ExprId) -> Option<CVal> {
        let stride = i64::try_from(self.types().stride_of(self.pointee(self.ty(lhs))?.ty)?).ok()?;
        let bytes = match (self.eval(lhs)?, self.eval(rhs)?) {
            (CVal::Addr { base: x, addend: a }, CVal::Addr { base: y, addend: b }) if x == y => a.checked_sub(b)?,
            (CVal::Int(a), CVal::Int(b)) => (a as i64).wrapping_sub(b as i64),
            _ => return None,
        };
        let format = self.types().as_int(self.an.basic.ptrdiff)?;
        Some(CVal::Int(format.wrap(bytes.checked_div(stride)? as u128)))
    }

    fn eval_builtin(&self, op: Builtin, args: &[ExprId], ty: TypeId) -> Option<CVal> {
        let arg = *args.first()?;
        let value = self.eval(arg)?;
        if let CVal::Float(v) = value {
            return self.eval_float_builtin(op, v, self.ty(arg));
        }
        let CVal::Int(v) = value else { return None };
        let format = self.types().as_int(self.ty(arg))?;
        let bits = u32::from(format.bits);
        let int = |n: u32| Some(CVal::Int(u128::from(n)));
        match op {
            Builtin::Clz if v != 0 => int(bits - (128 - v.leading_zeros())),
            Builtin::Ctz if v != 0 => int(v.trailing_zeros()),
            Builtin::Ffs => int(if v == 0 { 0 } else { v.trailing_zeros() + 1 }),
            Builtin::Popcount => int(v.count_ones()),
            Builtin::Parity => int(v.count_ones() & 1),
            Builtin::Clrsb => {
                let x = format.to_i128(v);
                let magnitude = if x < 0 { !x } else { x } as u128;
                int(bits - 1 - (128 - magnitude.leading_zeros()))
            }
            Builtin::Bswap => {
                let swapped = v.swap_bytes() >> (128 - bits);
                Some(CVal::Int(self.types().as_int(ty)?.wrap(swapped)))
            }
            _ => None,
        }
    }

    /// Does the exact result of an operation of constants not fit the type?
    pub fn eval_overflow(&self, op: Builtin, a: ExprId, b: ExprId, ty: TypeId) -> Option<bool> {
        let narrow = |ty| self.types().as_int(ty).filter(|f| f.bits <= 64);
        let format = narrow(ty)?;
        narrow(self.ty(a)).and(narrow(self.ty(b)))?;
        let (x, y) = (self.eval_int(a)?, self.eval_int(b)?);
        let exact = match op {
            Builtin::AddOverflow => x.checked_add(y),
            Builtin::SubOverflow => x.checked_sub(y),
            Builtin::MulOverflow => x.checked_mul(y),
            _ => None,
        }?;
        Some(format.to_i128(format.wrap(exact as u128)) != exact)
    }

    /// What a constant is, as the first arguments of `__builtin_fpclassify` have it: no number, infinite, normal, subnormal, zero.
    pub fn eval_class(&self, e: ExprId) -> Option<usize> {
        let CVal::Float(v) = self.eval(e)? else { return None };
        let f = self.types().as_float(self.ty(e))?;
        Some(match v {
            v if f.is_nan(v) => 0,
            v if f.is_infinite(v) => 1,
            v if f.is_normal(v) => 2,
            v if f.is_zero(v) => 4,
            _ => 3,
        })
    }

    fn eval_float_builtin(&self, op: Builtin, v: u128, ty: TypeId) -> Option<CVal> {
        let f = self.types().as_float(ty)?;
        let truth = |b: bool| Some(CVal::Int(u128::from(b)));
        match op {
            Builtin::Fabs => Some(CVal::Float(if f.is_negative(v) { f.neg(v) } else { v })),
            Builtin::IsNan => truth(f.is_nan(v)),
            Builtin::IsInf => truth(f.is_infinite(v)),
            Builtin::IsInfSign => Some(CVal::Int(match (f.is_infinite(v), f.is_negative(v)) {
                (false, _) => 0,
                (true, false) => 1,
                (true, true) => self.types().as_int(self.an.basic.int)?.wrap(u128::MAX),
            })),
            Builtin::IsFinite => truth(!f.is_infinite(v) && !f.is_nan(v)),
            Builtin::IsNormal => truth(f.is_normal(v)),
            Builtin::SignBit => truth(f.is_negative(v)),
            _ => None,
        }
    }
}

impl Place {
    fn add(self, delta: i64) -> Option<Place> {
        Some(match self {
            Place::Based(base, a) => Place::Based(base, a.checked_add(delta)?),
            Place::Absolute(a) => Place::Absolute(a.wrapping_add(delta)),
        })
    }
}

/// Where the value does not fit, C leaves it undefined and gcc folds to the nearest value.
fn saturating_to_int(f: FloatFormat, v: u128, to: IntFormat) -> u128 {
    f.to_int(v, to).unwrap_or_else(|| match () {
        () if f.is_nan(v) => 0,
        () if f.is_negative(v) => to.wrap(to.min()),
        () => to.max(),
    })
}

fn int_binary(f: IntFormat, op: BinaryOp, a: u128, b: u128) -> Option<u128> {
    let order = || {
        if a == b {
            std::cmp::Ordering::Equal
        } else if f.less(a, b) {
            std::cmp::Ordering::Less
        } else {
            std::cmp::Ordering::Greater
        }
    };
    Some(match op {
        BinaryOp::Add => f.add(a, b).value,
        BinaryOp::Sub => f.sub(a, b).value,
        BinaryOp::Mul => f.mul(a, b).value,
        BinaryOp::Div => f.div(a, b)?.value,
        BinaryOp::Rem => f.rem(a, b)?.value,
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::Shl | BinaryOp::Shr => return None,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => {
            u128::from(compare(op, order())?)
        }
    })
}

fn compare(op: BinaryOp, order: std::cmp::Ordering) -> Option<bool> {
    match op {
        BinaryOp::Lt => Some(order.is_lt()),
        BinaryOp::Le => Some(order.is_le()),
        BinaryOp::Gt => Some(order.is_gt()),
        BinaryOp::Ge => Some(order.is_ge()),
        BinaryOp::Eq => Some(order.is_eq()),
        BinaryOp::Ne => Some(order.is_ne()),
        _ => None,
    }
}

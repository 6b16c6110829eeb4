//! Values: terms, and pointers as object and offset.
//!
//! An integer or float of n bits is a bit-vector of n bits, a condition (`Ty::BOOL`) a Bool. A pointer is two terms: the
//! object's number and the offset in bytes, 64 bits wide in every data model, so that `index * size` cannot wrap.
//! Registers and memory hold [`Word`]s, in which constants are plain numbers: executing constants makes no terms.

use crate::state::object::ObjectId;
use pm_ir::Ty;
use pm_term::{Sort, TermId, Terms};

pub const OBJECT_BITS: u32 = 32;
pub const OFFSET_BITS: u32 = 64;
/// Width of a pointer that is packed into one bit-vector.
pub const POINTER_BITS: u32 = OBJECT_BITS + OFFSET_BITS;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    Term(TermId),
    Ptr(Ptr),
}

/// `obj` is a bit-vector of [`OBJECT_BITS`], `off` of [`OFFSET_BITS`]. Object 0 is no object: null and absolute addresses,
/// whose address is the offset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ptr {
    pub obj: TermId,
    pub off: TermId,
}

impl Ptr {
    pub fn new(terms: &mut Terms, object: u32, offset: i64) -> Ptr {
        Ptr { obj: terms.bv(OBJECT_BITS, object.into()), off: terms.bv_signed(OFFSET_BITS, offset.into()) }
    }

    pub fn null(terms: &mut Terms) -> Ptr {
        Ptr::new(terms, 0, 0)
    }

    pub fn pack(self, terms: &mut Terms) -> TermId {
        terms.concat(self.obj, self.off)
    }

    pub fn unpack(terms: &mut Terms, packed: TermId) -> Ptr {
        let obj = terms.extract(packed, POINTER_BITS - 1, OFFSET_BITS);
        let off = terms.extract(packed, OFFSET_BITS - 1, 0);
        Ptr { obj, off }
    }

    pub fn ite(terms: &mut Terms, cond: TermId, a: Ptr, b: Ptr) -> Ptr {
        Ptr { obj: terms.ite(cond, a.obj, b.obj), off: terms.ite(cond, a.off, b.off) }
    }
}

impl Value {
    pub fn ite(terms: &mut Terms, cond: TermId, a: Value, b: Value) -> Option<Value> {
        match (a, b) {
            _ if a == b => Some(a),
            (Value::Term(x), Value::Term(y)) if terms.sort(x) == terms.sort(y) => {
                Some(Value::Term(terms.ite(cond, x, y)))
            }
            (Value::Ptr(x), Value::Ptr(y)) => Some(Value::Ptr(Ptr::ite(terms, cond, x, y))),
            _ => None,
        }
    }
}

/// A value as registers and memory hold it. What can be a plain number is one, so equal values are equal words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// A constant of `width` bits, at most 64; of width 0 a Bool.
    Const {
        width: u8,
        bits: u64,
    },
    /// A pointer whose object and offset are constants.
    Addr {
        obj: ObjectId,
        off: u64,
    },
    Term(TermId),
    Ptr(Ptr),
}

impl Word {
    pub fn bool(value: bool) -> Word {
        Word::Const { width: 0, bits: value.into() }
    }

    pub fn new(terms: &Terms, value: Value) -> Word {
        match value {
            Value::Term(t) => match terms.const_u64(t) {
                Some(bits) => Word::Const { width: if terms.is_bool(t) { 0 } else { terms.width(t) as u8 }, bits },
                None => Word::Term(t),
            },
            Value::Ptr(p) => match (terms.const_u64(p.obj), terms.const_u64(p.off)) {
                (Some(obj), Some(off)) => Word::Addr { obj: obj as ObjectId, off },
                _ => Word::Ptr(p),
            },
        }
    }

    pub fn value(self, terms: &mut Terms) -> Value {
        match self {
            Word::Const { width: 0, bits } => Value::Term(terms.bool_const(bits != 0)),
            Word::Const { width, bits } => Value::Term(terms.bv(width.into(), bits.into())),
            Word::Addr { obj, off } => Value::Ptr(Ptr::new(terms, obj, off as i64)),
            Word::Term(t) => Value::Term(t),
            Word::Ptr(p) => Value::Ptr(p),
        }
    }

    pub fn is_pointer(self) -> bool {
        matches!(self, Word::Addr { .. } | Word::Ptr(_))
    }

    pub fn ite(terms: &mut Terms, cond: TermId, a: Word, b: Word) -> Option<Word> {
        if a == b {
            return Some(a);
        }
        let (x, y) = (a.value(terms), b.value(terms));
        Value::ite(terms, cond, x, y).map(|v| Word::new(terms, v))
    }
}

/// The sort of a value's term; of a pointer that of its packed form.
pub fn sort_of(ty: Ty) -> Sort {
    match ty {
        Ty::BOOL => Sort::Bool,
        Ty::Int(f) => Sort::Bv(f.bits.into()),
        Ty::Float(f) => Sort::Bv(f.bits()),
        Ty::Ptr => Sort::Bv(POINTER_BITS),
    }
}

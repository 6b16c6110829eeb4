//! Values of registers and bytes of memory.
//!
//! An integer or a float is its bits. A pointer is the number of its object and the offset in it, of the width of C's pointers; object 0
//! is none: its offsets are absolute addresses, and offset 0 is null. In memory a pointer is the bytes of its offset, each with the object and its place in the pointer.

use pm_term::{TermId, Terms};

/// Bits of an object's number.
pub const OBJECT_BITS: u32 = 32;
/// The object of pointers that code outside of the program made: nobody knows which one it is.
pub const FOREIGN: u32 = u32::MAX;
/// The object of pointers to what a loop made in an earlier pass and what is gone: nobody knows which one it is.
pub const GONE: u32 = u32::MAX - 1;
/// Bits of a byte's place in a pointer.
pub const PLACE_BITS: u32 = 4;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ptr {
    /// Built of constants and choices.
    pub obj: TermId,
    pub off: TermId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    Bits(TermId),
    Ptr(Ptr),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Register {
    pub value: Value,
    /// It was given a value since its declaration.
    pub init: TermId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Byte {
    pub val: TermId,
    /// The object of the pointer that this is a byte of; 0: it is a plain byte; [`FOREIGN`]: as a pointer, it is such a one.
    pub obj: TermId,
    /// Its place in that pointer.
    pub place: TermId,
    pub init: TermId,
}

impl Value {
    pub fn choose(terms: &mut Terms, cond: TermId, a: Value, b: Value) -> Value {
        match (a, b) {
            (Value::Bits(a), Value::Bits(b)) => Value::Bits(terms.ite(cond, a, b)),
            (Value::Ptr(a), Value::Ptr(b)) => {
                Value::Ptr(Ptr { obj: terms.ite(cond, a.obj, b.obj), off: terms.ite(cond, a.off, b.off) })
            }
            // Registers have one type.
            (Value::Bits(_) | Value::Ptr(_), _) => a,
        }
    }
}

impl Register {
    pub fn choose(terms: &mut Terms, cond: TermId, a: Register, b: Register) -> Register {
        let value = if a.value == b.value { a.value } else { Value::choose(terms, cond, a.value, b.value) };
        Register { value, init: terms.ite(cond, a.init, b.init) }
    }
}

impl Byte {
    pub fn plain(terms: &mut Terms, val: TermId, init: TermId) -> Byte {
        Byte { val, obj: terms.zero(OBJECT_BITS), place: terms.zero(PLACE_BITS), init }
    }

    pub fn choose(terms: &mut Terms, cond: TermId, a: Byte, b: Byte) -> Byte {
        if a == b {
            return a;
        }
        Byte {
            val: terms.ite(cond, a.val, b.val),
            obj: terms.ite(cond, a.obj, b.obj),
            place: terms.ite(cond, a.place, b.place),
            init: terms.ite(cond, a.init, b.init),
        }
    }
}

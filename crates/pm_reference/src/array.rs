//! Large objects, and those that facts speak of as arrays: elements by their index, in place of a byte each.
//!
//! How wide an element is comes with the claim, and nothing depends on it: an access that does not fit elements is not followed.
//! Pointers are not kept in such objects.

use crate::exec::{Executor, Run, TooHard};
use crate::facts::ObjectName;
use crate::state::State;
use crate::value::{Byte, OBJECT_BITS};
use pm_ir::{Global, GlobalId, GlobalInit};
use pm_term::{Sort, TermId};

/// Bytes of one access.
const WIDEST: usize = 4096;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Array {
    /// Bytes of an element: a power of two.
    pub unit: u32,
    /// The elements.
    pub val: TermId,
    /// A bit for each byte of an element: it was given a value.
    pub init: TermId,
}

impl Executor<'_> {
    /// An array of `size` bytes: all zero, or anything.
    pub fn new_array(&mut self, size: u64, unit: u32, zeroed: bool, init: bool) -> Array {
        let index = index_bits(size, unit);
        let init = if init { self.terms.ones(unit) } else { self.terms.zero(unit) };
        let init = self.terms.const_array(index, init);
        let zero = self.terms.zero(8 * unit);
        let val = match zeroed {
            true => self.terms.const_array(index, zero),
            false => self.terms.fresh("any", Sort::Array { index, elem: 8 * unit }),
        };
        Array { unit, val, init }
    }

    /// A static object as an array, where its claim says so, or where it is large; `None` where it is neither, or has many values.
    pub fn static_array(&mut self, id: GlobalId, global: &Global) -> Option<Array> {
        let unit = self.unit_of(global.size, Some(ObjectName::Global(id)))?;
        let values: &[u8] = if let GlobalInit::Data(data) = &global.init { data } else { &[] };
        if !global.relocs.is_empty() || values.len() > WIDEST {
            return None;
        }
        let mut array = self.new_array(global.size, unit, !matches!(global.init, GlobalInit::Nondet), true);
        for (i, elem) in values.chunks(unit as usize).enumerate().filter(|(_, e)| e.iter().any(|b| *b != 0)) {
            let value = elem.iter().rev().fold(0u128, |all, b| all << 8 | u128::from(*b));
            let Sort::Array { index, elem } = self.terms.sort(array.val) else { return None };
            let (index, value) = (self.terms.bv(index, i as u128), self.terms.bv(elem, value));
            array.val = self.terms.store(array.val, index, value);
        }
        Some(array)
    }

    /// Bytes of an element, where an object is to be an array.
    pub fn unit_of(&self, size: u64, name: Option<ObjectName>) -> Option<u32> {
        let claimed = name.and_then(|n| self.facts.as_ref()?.claim.arrays.get(&n).copied());
        let claimed = claimed.filter(|unit| unit.is_power_of_two() && *unit <= 16);
        let (most, unit) = self.settings.arrays;
        claimed.or((size > most).then_some(unit))
    }

    /// Any elements in place of these.
    pub fn any_elements(&mut self, array: Array) -> Array {
        let (val, init) = (self.terms.sort(array.val), self.terms.sort(array.init));
        Array { val: self.terms.fresh("any", val), init: self.terms.fresh("any", init), ..array }
    }

    /// The same byte everywhere.
    pub fn filled(&mut self, array: Array, byte: TermId) -> Array {
        let Sort::Array { index, .. } = self.terms.sort(array.val) else { return array };
        let (val, init) = (self.concat(&vec![byte; array.unit as usize]), self.terms.ones(array.unit));
        Array { val: self.terms.const_array(index, val), init: self.terms.const_array(index, init), ..array }
    }

    /// The number of the element at an offset, and the byte in it, where the pointer points to this object.
    fn place_in(&mut self, state: &State, array: Array, off: TermId, cond: TermId) -> (TermId, usize) {
        let Sort::Array { index, .. } = self.terms.sort(array.val) else { return (off, 0) };
        let log = array.unit.trailing_zeros();
        let wide = self.terms.zext(off, self.pointer_bits.max(index + log));
        let number = self.terms.extract(wide, index + log - 1, log);
        if log == 0 {
            return (number, 0);
        }
        let low = self.terms.extract(wide, log - 1, 0);
        if let Some(first) = self.terms.const_u64(low) {
            return (number, first as usize);
        }
        let zero = self.terms.zero(log);
        let whole = self.terms.eq(low, zero);
        self.demand_if(state, cond, whole, "an access to parts of elements");
        (number, 0)
    }

    /// The bytes at an offset, where the pointer points to this object.
    pub fn read_elements(
        &mut self,
        state: &State,
        array: Array,
        off: TermId,
        cond: TermId,
        count: usize,
    ) -> Run<Vec<Byte>> {
        let (number, first) = self.place_in(state, array, off, cond);
        self.look_at_width(count)?;
        let unit = array.unit as usize;
        let mut bytes = Vec::new();
        for at in first..first + count {
            let (index, byte) = (self.behind(number, at / unit), (at % unit) as u32);
            let (elem, init) = (self.terms.select(array.val, index), self.terms.select(array.init, index));
            let (val, init) = (self.terms.extract(elem, 8 * byte + 7, 8 * byte), self.terms.bit(init, byte));
            bytes.push(Byte::plain(&mut self.terms, val, init));
        }
        Ok(bytes)
    }

    /// The array with these bytes at an offset, each where its condition holds.
    pub fn write_elements(
        &mut self,
        state: &State,
        mut array: Array,
        off: TermId,
        bytes: &[(Byte, TermId)],
    ) -> Run<Array> {
        let any = self.terms.or_all(&bytes.iter().map(|b| b.1).collect::<Vec<_>>());
        let (number, first) = self.place_in(state, array, off, any);
        self.look_at_width(bytes.len())?;
        let none = self.terms.zero(OBJECT_BITS);
        for (byte, cond) in bytes {
            let plain = self.terms.eq(byte.obj, none);
            self.demand_if(state, *cond, plain, "a pointer in a large object");
        }
        let unit = array.unit as usize;
        let mut at = first;
        while at < first + bytes.len() {
            let (begin, end) = (at % unit, (at % unit + first + bytes.len() - at).min(unit));
            let part = &bytes[at - first..at - first + end - begin];
            let index = self.behind(number, at / unit);
            array = self.write_element(array, index, begin, part);
            at += end - begin;
        }
        Ok(array)
    }

    /// Bytes of one element, from the byte `begin` on.
    fn write_element(&mut self, array: Array, index: TermId, begin: usize, bytes: &[(Byte, TermId)]) -> Array {
        let (old, had) = (self.terms.select(array.val, index), self.terms.select(array.init, index));
        // Bytes have conditions of their own where the length of a write is not known.
        let common = bytes.iter().all(|b| b.1 == bytes[0].1).then_some(bytes[0].1);
        let (mut vals, mut inits) = (Vec::new(), Vec::new());
        for i in 0..array.unit {
            let (mut val, mut init) = (self.terms.extract(old, 8 * i + 7, 8 * i), self.terms.extract(had, i, i));
            if let Some((byte, cond)) = (i as usize).checked_sub(begin).and_then(|i| bytes.get(i)) {
                let cond = common.map_or(*cond, |_| TermId::TRUE);
                let has = self.terms.bool_to_bv(byte.init, 1);
                (val, init) = (self.terms.ite(cond, byte.val, val), self.terms.ite(cond, has, init));
            }
            vals.push(val);
            inits.push(init);
        }
        let (val, init) = (self.concat(&vals), self.concat(&inits));
        let cond = common.unwrap_or(TermId::TRUE);
        let (val, init) = (self.terms.ite(cond, val, old), self.terms.ite(cond, init, had));
        Array { val: self.terms.store(array.val, index, val), init: self.terms.store(array.init, index, init), ..array }
    }

    fn behind(&mut self, number: TermId, by: usize) -> TermId {
        let by = self.terms.bv(self.terms.width(number), by as u128);
        self.terms.add(number, by)
    }

    fn look_at_width(&self, count: usize) -> Run<()> {
        match count > WIDEST {
            true => Err(TooHard::at("many bytes of a large object", self.here)),
            false => Ok(()),
        }
    }
}

/// Bits that number all elements.
fn index_bits(size: u64, unit: u32) -> u32 {
    let last = size.div_ceil(unit.into()).max(2) - 1;
    64 - last.leading_zeros()
}

//! Pointers as integers and back.
//!
//! Every object has a base address (`layout.rs`). An integer is a pointer again where it was made from one (noted in
//! `pointer_of`), where it is a choice among such, or where it lies in the range of an object whose address became an integer.

use crate::exec::Executor;
use crate::pointers::aims::aims;
use crate::state::object::{ObjectId, ObjectInfo, ObjectKind};
use crate::state::value::{OBJECT_BITS, OFFSET_BITS, Ptr};
use pm_term::{Op, TermId};

/// Choices in the bytes of an address that are followed.
const MOST_CHOICES: usize = 16;

/// Choices in an integer that are followed when it becomes a pointer: they multiply.
const MOST_FOLLOWED: u32 = 1 << 12;

/// What is known while one integer becomes a pointer.
#[derive(Default)]
pub(crate) struct Following {
    depth: u32,
    choices: u32,
}

impl Executor<'_> {
    // ---- from a pointer --------------------------------------------------------------------------------------------

    /// The address as an integer of pointer width.
    pub(crate) fn address(&mut self, ptr: Ptr) -> TermId {
        self.expose(ptr.obj);
        let wide = self.wide_address(ptr);
        let address = self.terms.truncate(wide, self.pointer_size as u32 * 8);
        if !self.terms.is_const(address) {
            self.pointer_of.insert(address, ptr);
        }
        address
    }

    pub(crate) fn wide_address(&mut self, ptr: Ptr) -> TermId {
        self.no_node(ptr.obj);
        let base = self.base_address(ptr.obj);
        self.terms.add(base, ptr.off)
    }

    fn base_address(&mut self, obj: TermId) -> TermId {
        if let Some(id) = self.terms.const_u64(obj) {
            return self.base_of(id as ObjectId);
        }
        if self.terms.op(obj) == Op::Ite {
            let args = self.terms.args(obj);
            let (cond, a, b) = (args[0], args[1], args[2]);
            let (a, b) = (self.base_address(a), self.base_address(b));
            return self.terms.ite(cond, a, b);
        }
        let symbol = format!("base_{obj:?}");
        let unknown = self.terms.symbol(&symbol, pm_term::Sort::Bv(OFFSET_BITS));
        self.base_among(obj, unknown)
    }

    /// The address of one of the objects that a term can be, where they are known and few; `other` is that of any other.
    fn base_among(&mut self, obj: TermId, other: TermId) -> TermId {
        const LIMIT: usize = 64;
        let all = aims(&self.terms, obj).filter(|all| all.len() <= LIMIT).unwrap_or_default();
        let mut address = other;
        for (number, id) in all.into_iter().enumerate() {
            let base = self.base_of(id);
            let id = self.terms.bv(OBJECT_BITS, id.into());
            let here = self.terms.eq(obj, id);
            // There is no other one than these.
            address = if number == 0 { base } else { self.terms.ite(here, base, address) };
        }
        address
    }

    // ---- to a pointer ----------------------------------------------------------------------------------------------

    /// The pointer whose address an integer is: known where it was made from one, or where it lies in an object.
    pub(crate) fn int_to_ptr(&mut self, t: TermId) -> Ptr {
        if self.following.depth == 0 {
            self.following = Following::default();
        }
        self.following.depth += 1;
        let ptr = self.follow_address(t);
        self.following.depth -= 1;
        ptr
    }

    fn follow_address(&mut self, t: TermId) -> Ptr {
        if let Some(address) = self.terms.const_u64(t) {
            return self.pointer_at(address);
        }
        if let Some(ptr) = self.pointer_of.get(&t).copied().or_else(|| self.exposed.chosen(t)) {
            return ptr;
        }
        match self.terms.op(t) {
            Op::Add => {
                let args = self.terms.args(t);
                for (x, y) in [(args[0], args[1]), (args[1], args[0])] {
                    let known = self.pointer_of.get(&x).copied().or_else(|| self.exposed.chosen(x));
                    if let Some(ptr) = known {
                        let bytes = self.terms.sext(y, OFFSET_BITS);
                        return Ptr { obj: ptr.obj, off: self.terms.add(ptr.off, bytes) };
                    }
                }
            }
            Op::Ite => {
                let args = self.terms.args(t);
                return self.chosen_address(t, args[0], args[1], args[2]);
            }
            Op::Concat => {
                if let Some(cond) = self.choice_in(t).filter(|_| self.choices(t, 0) <= MOST_CHOICES) {
                    let (a, b) = (self.with_choice(t, cond, true), self.with_choice(t, cond, false));
                    return self.chosen_address(t, cond, a, b);
                }
            }
            _ => {}
        }
        if self.is_foreign(t) {
            return self.foreign_pointer(t);
        }
        if self.may_be_remembered_address(t) {
            return if self.exposed_are_static() { self.computed_address(t) } else { self.unknown_pointer(t) };
        }
        if self.is_input(t) || !self.exposed.is_read() { self.any_address(t) } else { self.computed_address(t) }
    }

    /// An address that was computed bit by bit lies in that object whose range holds it, among those whose addresses became integers.
    fn computed_address(&mut self, t: TermId) -> Ptr {
        const LIMIT: usize = 64;
        let ids: Vec<ObjectId> = match self.exposed.objects() {
            Some(ids) => ids.iter().copied().filter(|id| *id != 0).collect(),
            None => (1..self.objects.len() as ObjectId).collect(),
        };
        let mut ptr = self.any_address(t);
        if ids.len() > LIMIT {
            self.lost_address = true;
            return ptr;
        }
        let address = self.terms.zext(t, OFFSET_BITS);
        // The end of one object may be the start of another: what lies in an object comes before what lies behind one.
        for behind in [true, false] {
            for &id in &ids {
                ptr = self.in_object(address, id, behind, ptr);
            }
        }
        ptr
    }

    /// The pointer into an object if the address lies there, or just behind it; else `other`.
    fn in_object(&mut self, address: TermId, id: ObjectId, behind: bool, other: Ptr) -> Ptr {
        let ObjectInfo { kind, size, .. } = self.objects[id as usize];
        if matches!(kind, ObjectKind::Shadow | ObjectKind::Mapped) {
            return other;
        }
        let base = self.base_of(id);
        let off = self.terms.sub(address, base);
        let there = if behind { self.terms.eq(off, size) } else { self.terms.ult(off, size) };
        let ptr = Ptr { obj: self.terms.bv(OBJECT_BITS, id.into()), off };
        Ptr::ite(&mut self.terms, there, ptr, other)
    }

    /// Bits that nobody made from an address.
    fn is_input(&self, t: TermId) -> bool {
        let t = t.regular();
        let args = self.terms.args(t);
        match self.terms.op(t) {
            Op::Symbol => !self.is_address(t),
            Op::Extract | Op::Sext => self.is_input(args[0]),
            Op::Concat => args.iter().all(|a| self.terms.is_const(*a) || self.is_input(*a)),
            _ => false,
        }
    }

    // ---- choices ---------------------------------------------------------------------------------------------------

    fn chosen_address(&mut self, t: TermId, cond: TermId, a: TermId, b: TermId) -> Ptr {
        self.following.choices += 1;
        if self.following.choices > MOST_FOLLOWED {
            self.lost_address = true;
            return self.any_address(t);
        }
        let (a, b) = (self.int_to_ptr(a), self.int_to_ptr(b));
        let ptr = Ptr::ite(&mut self.terms, cond, a, b);
        self.exposed.choose(t, ptr);
        ptr
    }

    /// A condition that the parts of a concatenation choose by: bytes of pointers that were written under conditions.
    fn choice_in(&self, t: TermId) -> Option<TermId> {
        let args = self.terms.args(t);
        match self.terms.op(t) {
            Op::Ite => Some(args[0]),
            Op::Concat => args.iter().find_map(|a| self.choice_in(*a)),
            _ => None,
        }
    }

    /// How many choices its parts make, at most a few more than are followed.
    fn choices(&self, t: TermId, found: usize) -> usize {
        let args = self.terms.args(t);
        match self.terms.op(t) {
            _ if found > MOST_CHOICES => found,
            Op::Ite => self.choices(args[2], self.choices(args[1], found + 1)),
            Op::Concat => args.iter().fold(found, |n, a| self.choices(*a, n)),
            _ => found,
        }
    }

    /// The term where a condition has this value.
    fn with_choice(&mut self, t: TermId, cond: TermId, value: bool) -> TermId {
        let args = self.terms.args(t);
        match self.terms.op(t) {
            Op::Ite if args[0] == cond => self.with_choice(args[if value { 1 } else { 2 }], cond, value),
            Op::Ite => {
                let (a, b) = (self.with_choice(args[1], cond, value), self.with_choice(args[2], cond, value));
                self.terms.ite(args[0], a, b)
            }
            Op::Concat => {
                let (high, low) = (self.with_choice(args[0], cond, value), self.with_choice(args[1], cond, value));
                self.terms.concat(high, low)
            }
            _ => t,
        }
    }
}

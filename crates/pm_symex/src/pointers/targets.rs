//! Where a pointer points, and which offsets a symbolic offset can have.

use crate::exec::Executor;
use crate::pointers::aims::aims;
use crate::state::State;
use crate::state::object::{ObjectId, ObjectKind};
use crate::state::value::{OBJECT_BITS, OFFSET_BITS, Ptr};
use pm_base::Span;
use pm_term::{Op, TermId};
use std::collections::BTreeMap;

/// Arrays with more elements are not worth remembering.
const MAX_RANGE: u64 = 1 << 20;

/// Choices are looked for below so many operations of an offset.
const DEEPEST_CHOICE: u32 = 4;

/// More targets of one pointer are told apart by their objects alone.
const MOST_TARGETS: usize = 64;

/// So many elements can be looked at one by one.
const FEW: u64 = 64;

/// One possible target: under `guard` the pointer is `obj` at `off`. Guards of one pointer exclude each other.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub guard: TermId,
    pub obj: ObjectId,
    pub off: TermId,
}

/// `offset = base + index * step` for the candidates `first .. first + count` of the index.
pub struct Strided {
    pub base: i64,
    pub step: u64,
    /// Candidate 0 of the mux is this value of the index.
    pub first: i64,
    pub count: u64,
    /// `index - first`, whose low bits select the candidate; `None`: candidates are told apart by the offset itself.
    pub select: Option<TermId>,
    /// The offset is one of these constants, which are fewer.
    pub among: Option<Vec<u64>>,
}

impl Strided {
    /// The offset of candidate `k` (counted from 0).
    pub fn place(&self, k: u64) -> u64 {
        match &self.among {
            Some(places) => places[k as usize],
            None => (self.base + (self.first + k as i64) * self.step as i64) as u64,
        }
    }
}

impl Executor<'_> {
    /// All targets; `None` where the pointer can be anything and the program has too many objects to try them all.
    pub fn targets(&mut self, state: &State, ptr: Ptr) -> Option<Vec<Target>> {
        if let Some(obj) = self.terms.const_u64(ptr.obj) {
            return Some(vec![Target { guard: TermId::TRUE, obj: obj as u32, off: ptr.off }]);
        }
        let found = match self.split(state, ptr, true)? {
            Some(found) => found,
            None => self.split(state, ptr, false)??,
        };
        Some(self.possible(state, found))
    }

    /// The targets by the choices of the object and, `with_offset`, those of the offset that go along with them: a pointer that was chosen as a whole is taken
    /// apart as one. The inner `None` says that offsets have too many; without them there are no more targets than objects.
    fn split(&mut self, state: &State, ptr: Ptr, with_offset: bool) -> Option<Option<Vec<Target>>> {
        // Larger node numbers first: all ways to a shared sub-term are known before it is split.
        let mut work: BTreeMap<(usize, TermId, TermId), TermId> = BTreeMap::new();
        let mut found: Vec<Target> = Vec::new();
        work.insert((ptr.obj.node(), ptr.obj, ptr.off), TermId::TRUE);
        while let Some(((_, obj, off), guard)) = work.pop_last() {
            if let Some(id) = self.terms.const_u64(obj) {
                self.add_target(&mut found, Target { guard, obj: id as u32, off });
                if with_offset && found.len() > MOST_TARGETS {
                    return Some(None);
                }
            } else if let Some((cond, a, b)) = self.split_ite(obj) {
                for (child, positive) in [(a, true), (b, false)] {
                    let lit = if positive { cond } else { self.terms.not(cond) };
                    let guard = self.terms.and(guard, lit);
                    let off = if with_offset { self.under(off, cond, positive) } else { off };
                    if guard != TermId::FALSE {
                        let old = work.get(&(child.node(), child, off)).copied().unwrap_or(TermId::FALSE);
                        let guard = self.terms.or(old, guard);
                        work.insert((child.node(), child, off), guard);
                    }
                }
            } else {
                self.any_target(state, obj, off, guard, &mut found)?;
            }
        }
        Some(Some(found))
    }

    /// Leaves out targets that the conditions exclude, and splits offsets that are one of a few constants.
    fn possible(&mut self, state: &State, found: Vec<Target>) -> Vec<Target> {
        let path = state.guard.term();
        let mut kept = Vec::with_capacity(found.len());
        for t in found {
            if self.skeleton.excludes(&self.terms, path, t.guard) {
                continue;
            }
            match self.offsets(path, t) {
                Some(leaves) => leaves.into_iter().for_each(|leaf| self.add_target(&mut kept, leaf)),
                None => kept.push(t),
            }
        }
        kept
    }

    /// The target by the choices in its offset that are possible; `None` where there are none, or too many.
    fn offsets(&mut self, path: TermId, t: Target) -> Option<Vec<Target>> {
        const LIMIT: usize = 16;
        const STEPS: usize = 1000;
        self.split_offset(t.off, DEEPEST_CHOICE)?;
        let mut work: BTreeMap<(usize, TermId), TermId> = BTreeMap::new();
        let mut leaves = Vec::new();
        work.insert((t.off.node(), t.off), t.guard);
        let mut steps = 0;
        while let Some(((_, off), guard)) = work.pop_last() {
            steps += 1;
            if self.skeleton.excludes(&self.terms, path, guard) {
                continue;
            }
            let Some((cond, a, b)) = self.split_offset(off, DEEPEST_CHOICE) else {
                leaves.push(Target { guard, off, ..t });
                continue;
            };
            for (child, positive) in [(a, true), (b, false)] {
                let lit = if positive { cond } else { self.terms.not(cond) };
                let guard = self.terms.and(guard, lit);
                if guard != TermId::FALSE {
                    let old = work.get(&(child.node(), child)).copied().unwrap_or(TermId::FALSE);
                    let guard = self.terms.or(old, guard);
                    work.insert((child.node(), child), guard);
                }
            }
            if leaves.len() > LIMIT || steps > STEPS {
                return None;
            }
        }
        // A choice inside of an index is worth following only where it leads to constants.
        let useful = leaves.len() <= 1 || self.split_ite(t.off).is_some();
        (useful || leaves.iter().all(|l| self.terms.is_const(l.off))).then_some(leaves)
    }

    fn add_target(&mut self, found: &mut Vec<Target>, t: Target) {
        match found.iter_mut().find(|f| f.obj == t.obj && f.off == t.off) {
            Some(f) => f.guard = self.terms.or(f.guard, t.guard),
            None => found.push(t),
        }
    }

    /// An object number that is read from an array: the objects of its pointers are possible, or every one where these are not known.
    fn any_target(
        &mut self,
        state: &State,
        obj: TermId,
        off: TermId,
        guard: TermId,
        found: &mut Vec<Target>,
    ) -> Option<()> {
        const LIMIT: usize = 64;
        if self.across.is_unknown(obj) {
            return None;
        }
        let ids = match aims(&self.terms, obj) {
            Some(known) => known.into_iter().collect(),
            None => self.all_objects(state),
        };
        if ids.len() > LIMIT {
            return None;
        }
        for id in ids {
            let number = self.terms.bv(OBJECT_BITS, id.into());
            let is = self.terms.eq(obj, number);
            let guard = self.terms.and(guard, is);
            if guard != TermId::FALSE {
                self.add_target(found, Target { guard, obj: id, off });
            }
        }
        Some(())
    }

    fn all_objects(&self, state: &State) -> Vec<ObjectId> {
        let mut ids = vec![0];
        state.mem.for_each(|id, _| {
            if self.objects[id as usize].kind != ObjectKind::Shadow {
                ids.push(id);
            }
        });
        ids.extend(self.objects.functions());
        ids
    }

    fn split_ite(&self, t: TermId) -> Option<(TermId, TermId, TermId)> {
        if self.terms.op(t) != Op::Ite {
            return None;
        }
        let args = self.terms.args(t);
        Some((args[0], args[1], args[2]))
    }

    /// A choice that an offset makes, at its top or in what it is the sum, product or extension of.
    fn split_offset(&mut self, t: TermId, depth: u32) -> Option<(TermId, TermId, TermId)> {
        let op = self.terms.op(t);
        if op == Op::Ite || depth == 0 || t.is_complemented() {
            return self.split_ite(t);
        }
        if !matches!(op, Op::Add | Op::Mul | Op::Concat | Op::Sext) {
            return None;
        }
        let args = self.terms.args(t).to_vec();
        let width = self.terms.width(t);
        let (at, (cond, a, b)) =
            (0..args.len()).rev().find_map(|i| Some((i, self.split_offset(args[i], depth - 1)?)))?;
        let [a, b] = [a, b].map(|part| {
            let other = args[args.len() - 1 - at];
            match op {
                Op::Add => self.terms.add(part, other),
                Op::Mul => self.terms.mul(part, other),
                Op::Concat if at == 0 => self.terms.concat(part, other),
                Op::Concat => self.terms.concat(other, part),
                _ => self.terms.sext(part, width),
            }
        });
        Some((cond, a, b))
    }

    /// `t` where `cond` has the given value, as far as its choices show.
    fn under(&mut self, t: TermId, cond: TermId, value: bool) -> TermId {
        match self.split_offset(t, DEEPEST_CHOICE) {
            Some((c, a, b)) if c == cond => {
                if value {
                    a
                } else {
                    b
                }
            }
            Some((c, a, b)) if c == self.terms.not(cond) => {
                if value {
                    b
                } else {
                    a
                }
            }
            _ => t,
        }
    }

    /// Remembers how many elements the array has that is indexed: other parts of a large object need not be looked at. That holds
    /// on this path, where an index outside is a gap, and wherever it leads.
    pub(crate) fn note_range(&mut self, state: &mut State, ptr: Ptr, index: TermId, size: u64, count: u64, span: Span) {
        if self.terms.is_const(index) || count > MAX_RANGE {
            return;
        }
        if self.options.lenient.is_some() && self.is_small(state, ptr, size, count) {
            // An index that leaves its array but not the object is a valid access then.
            return;
        }
        let factor = self.terms.bv(OFFSET_BITS, size.into());
        let bytes = self.terms.mul(index, factor);
        let (base, x, step, exact) = self.decompose(bytes);
        if !exact || base != 0 || step != size {
            return;
        }
        // One past the end is a valid address.
        let limit = self.terms.bv(OFFSET_BITS, u128::from(count) + 1);
        let inside = self.terms.ult(index, limit);
        let outside = self.terms.not(inside);
        let cond = self.terms.and(state.guard.term(), outside);
        self.gap_if(cond, span, "an index outside of its array");
        let known = state.index_ranges.get(range_key(x)).map_or(count, |n| (*n).min(count));
        state.index_ranges.set(range_key(x), known);
    }

    /// All elements of this size in the objects are few, or not many more than the `count` of the array, so that each of them can be looked at.
    fn is_small(&mut self, state: &State, ptr: Ptr, elem: u64, count: u64) -> bool {
        let Some(targets) = self.targets(state, ptr) else { return false };
        let size = |t: &Target| self.objects[t.obj as usize].const_size;
        targets.iter().all(|t| size(t).is_some_and(|bytes| bytes / elem.max(1) <= FEW.max(2 * count)))
    }

    /// The offsets at which `len` bytes fit into an object of `size` bytes, one by one where they are a few constants. `None`: the object is too large to say.
    pub fn candidates(&mut self, state: &State, off: TermId, size: u64, len: u64) -> Option<Strided> {
        let s = self.strided(state, off, size, len)?;
        if s.count <= 1 {
            return Some(s);
        }
        let fits = |at: &u64| at.checked_add(len).is_some_and(|end| end <= size);
        let places = self.terms.constants_of(off).map(|all| all.iter().map(|v| *v as u64).filter(fits).collect());
        Some(match places {
            Some(places) if (Vec::len(&places) as u64) < s.count => {
                Strided { count: places.len() as u64, select: None, among: Some(places), ..s }
            }
            _ => s,
        })
    }

    /// The same as every so many bytes.
    pub fn strided(&mut self, state: &State, off: TermId, size: u64, len: u64) -> Option<Strided> {
        let last = i64::try_from(size.checked_sub(len)?).ok()?;
        let (base, index, step, exact) = self.decompose(off);
        let step = step.max(1);
        let signed = step as i64;
        let first = (-base).div_euclid(signed) + i64::from((-base).rem_euclid(signed) != 0);
        let past = (last - base).div_euclid(signed) + 1;
        let (first, past) = match state.index_ranges.get(range_key(index)) {
            Some(most) if step > 1 => (first.max(0), past.min(*most as i64 + 1)),
            _ => (first, past),
        };
        let (first, past) = match self.terms.value_of(index) {
            Some(value) => (first.max(value.smin), past.min(value.smax.saturating_add(1))),
            None => (first, past),
        };
        let count = (past - first).max(0) as u64;
        let select = exact.then(|| {
            let width = self.terms.width(index);
            let from = self.terms.bv_signed(width, first.into());
            self.terms.sub(index, from)
        });
        Some(Strided { base, step, first, count, select, among: None })
    }

    /// The condition that a strided access takes candidate `k` (counted from 0).
    pub fn takes(&mut self, s: &Strided, off: TermId, k: u64) -> TermId {
        match s.select {
            Some(select) => {
                let bits = bits_for(s.count);
                if bits == 0 {
                    return TermId::TRUE;
                }
                let low = self.terms.extract(select, bits - 1, 0);
                let number = self.terms.bv(bits, k.into());
                self.terms.eq(low, number)
            }
            None => {
                let at = self.terms.bv(OFFSET_BITS, s.place(k).into());
                self.terms.eq(off, at)
            }
        }
    }

    /// `off = base + index * step`; the last component says that equal offsets mean equal (signed) indices.
    fn decompose(&mut self, off: TermId) -> (i64, TermId, u64, bool) {
        let mut base = 0i64;
        let mut t = off;
        while self.terms.op(t) == Op::Add {
            let args = self.terms.args(t);
            let (rest, constant) = match (self.constant(args[0]), self.constant(args[1])) {
                (Some(c), _) => (args[1], c),
                (_, Some(c)) => (args[0], c),
                _ => break,
            };
            base = base.wrapping_add(constant);
            t = rest;
        }
        let args = self.terms.args(t);
        match self.terms.op(t) {
            Op::Concat
                if !t.is_complemented() && self.terms.width(args[1]) < 32 && self.constant(args[1]).is_some() =>
            {
                let low = self.constant(args[1]).unwrap_or(0);
                (base.wrapping_add(low), args[0], 1 << self.terms.width(args[1]), true)
            }
            Op::Mul => {
                let (index, step) = match (self.constant(args[0]), self.constant(args[1])) {
                    (Some(c), _) => (args[1], c),
                    (_, Some(c)) => (args[0], c),
                    _ => return self.aligned(base, t),
                };
                if (1..1 << 24).contains(&step) && self.is_narrow(index) {
                    (base, index, step as u64, true)
                } else {
                    (0, off, 1, false)
                }
            }
            _ => self.aligned(base, t),
        }
    }

    /// `base + t` by the low bits of `t` that are zero whatever its symbols are.
    fn aligned(&mut self, base: i64, t: TermId) -> (i64, TermId, u64, bool) {
        let zeros = self.terms.value_of(t).map_or(0, |value| value.zeros.trailing_ones()).min(31);
        (base, self.terms.extract(t, OFFSET_BITS - 1, zeros), 1 << zeros, true)
    }

    fn constant(&self, t: TermId) -> Option<i64> {
        self.terms.const_u64(t).map(|v| v as i64)
    }

    /// Does the 64-bit term come from at most 33 bits, so that a product with a small constant does not wrap?
    fn is_narrow(&self, t: TermId) -> bool {
        let regular = t.regular();
        let args = self.terms.args(regular);
        match self.terms.op(regular) {
            Op::Sext => self.terms.width(args[0]) <= 33,
            Op::Concat if !t.is_complemented() => {
                self.terms.const_u64(args[0]) == Some(0) && self.terms.width(args[1]) <= 33
            }
            _ => false,
        }
    }
}

/// The key of an index among [`State::index_ranges`].
fn range_key(index: TermId) -> u32 {
    (index.node() as u32) << 1 | u32::from(index.is_complemented())
}

/// Bits that number `count` candidates.
pub fn bits_for(count: u64) -> u32 {
    if count <= 1 { 0 } else { 64 - (count - 1).leading_zeros() }
}

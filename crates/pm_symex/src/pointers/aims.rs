//! The objects that a pointer's object part can be, as its term shows: constants, choices, and pointers read from arrays of which every
//! pointer is known.

use crate::state::object::ObjectId;
use crate::state::value::{OBJECT_BITS, OFFSET_BITS, POINTER_BITS};
use pm_term::{Op, TermId, Terms};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// What a term stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Part {
    Object,
    /// A packed pointer.
    Packed,
    /// An array of packed pointers.
    Array,
}

/// The objects that a pointer's object part can be; `None`: not known.
pub(crate) fn aims(terms: &Terms, obj: TermId) -> Option<BTreeSet<ObjectId>> {
    collect(terms, Part::Object, obj)
}

/// The same for the pointers of an array of packed ones.
pub(crate) fn packed_aims(terms: &Terms, array: TermId) -> Option<BTreeSet<ObjectId>> {
    collect(terms, Part::Array, array)
}

fn collect(terms: &Terms, part: Part, t: TermId) -> Option<BTreeSet<ObjectId>> {
    let mut found = BTreeSet::new();
    let mut seen = FxHashSet::default();
    let mut work = vec![(part, t)];
    while let Some((part, t)) = work.pop() {
        if !seen.insert((part, t)) {
            continue;
        }
        match constant(terms, part, t) {
            Some(id) => _ = found.insert(id),
            None => below(terms, part, t, &mut work)?,
        }
    }
    Some(found)
}

fn constant(terms: &Terms, part: Part, t: TermId) -> Option<ObjectId> {
    match part {
        Part::Object => terms.const_u64(t).map(|id| id as ObjectId),
        Part::Packed => terms.const_u128(t).map(|packed| (packed >> OFFSET_BITS) as ObjectId),
        Part::Array => None,
    }
}

/// The terms that a term, which is no constant, takes its objects from.
fn below(terms: &Terms, part: Part, t: TermId, work: &mut Vec<(Part, TermId)>) -> Option<()> {
    if t.is_complemented() {
        return None;
    }
    let args = terms.args(t);
    match (part, terms.op(t)) {
        (_, Op::Ite) => work.extend(args[1..].iter().map(|a| (part, *a))),
        (Part::Object, Op::Extract)
            if [terms.width(args[0]), terms.extract_lo(t), terms.width(t)]
                == [POINTER_BITS, OFFSET_BITS, OBJECT_BITS] =>
        {
            work.push((Part::Packed, args[0]));
        }
        (Part::Packed, Op::Concat) if terms.width(args[0]) == OBJECT_BITS => work.push((Part::Object, args[0])),
        (Part::Packed, Op::Select) => work.push((Part::Array, args[0])),
        (Part::Array, Op::Store) => work.extend([(Part::Array, args[0]), (Part::Packed, args[2])]),
        (Part::Array, Op::ConstArray) => work.push((Part::Packed, args[0])),
        _ => return None,
    }
    Some(())
}

//! What a proof's formulas say of an execution that the interpreter did: which properties it comes to.
//!
//! The formulas get the inputs of the execution, event by event, as `recorder.rs` reads them in the other direction.

use super::evaluate::{Elements, Evaluation};
use crate::evidence::{Formulas, Given};
use pm_ir::{PropId, Ty};
use pm_symex::{Event, EventKind};
use pm_term::TermId;
use rustc_hash::FxHashMap;

/// The formulas cannot be given these inputs, or are beyond evaluation.
pub struct NotCompared;

impl Formulas {
    /// Those of the properties that an execution comes to, or in words why it is none of theirs.
    pub fn reached(&self, given: &Given, asked: &[PropId]) -> Result<Result<Vec<PropId>, String>, NotCompared> {
        let mut values = Evaluation::new(&self.terms);
        if let Some(difference) = self.give(given, &mut values)? {
            return self.events_are_decided(&mut values).map(|()| Err(difference));
        }
        self.events_are_decided(&mut values)?;
        let mut reached = Vec::new();
        for prop in asked {
            let cond = self.reached.get(prop).copied().unwrap_or(TermId::FALSE);
            if values.holds(cond).ok_or(NotCompared)? {
                reached.push(*prop);
            }
        }
        Ok(Ok(reached))
    }

    /// Unknowns that no event gives (how long a printed text is) must not decide which events there are.
    fn events_are_decided(&self, values: &mut Evaluation) -> Result<(), NotCompared> {
        let mut guards = self.events.iter().map(|e| e.guard);
        let is_open = values.complete() && guards.any(|guard| values.holds(guard).is_none());
        if is_open { Err(NotCompared) } else { Ok(()) }
    }

    fn give(&self, given: &Given, values: &mut Evaluation) -> Result<Option<String>, NotCompared> {
        let contents: FxHashMap<u64, &[u8]> = given.contents.iter().map(|(e, b)| (*e, b.as_slice())).collect();
        let (mut inputs, mut number) = (given.inputs.iter(), 0);
        for event in &self.events {
            if !values.holds(event.guard).ok_or(NotCompared)? {
                continue;
            }
            match event.kind {
                EventKind::Input { ty, value, .. } => {
                    let Some((_, theirs, bits)) = inputs.next() else {
                        return Ok(Some("the formulas ask for an input that the execution does not".into()));
                    };
                    if *theirs != ty {
                        return Ok(Some("the formulas ask for inputs of other types than the execution".into()));
                    }
                    if ty == Ty::Ptr && *bits != 0 {
                        return Err(NotCompared);
                    }
                    values.give(self.terms.symbol_id(value).ok_or(NotCompared)?, *bits);
                }
                EventKind::Contents => {
                    self.give_contents(event, contents.get(&number).copied().unwrap_or_default(), values)?;
                    number += 1;
                }
                EventKind::Stub if event.contents.is_empty() && event.arrays.is_empty() => number += 1,
                EventKind::Stub => return Err(NotCompared),
                EventKind::Unread { count } => number += count,
            }
        }
        let more = inputs.next().map(|_| "the execution asks for an input that the formulas do not".to_string());
        Ok(more)
    }

    fn give_contents(&self, event: &Event, bytes: &[u8], values: &mut Evaluation) -> Result<(), NotCompared> {
        let word = |at: usize, size: usize| -> u128 {
            bytes.iter().skip(at).take(size).rev().fold(0, |n, b| n << 8 | u128::from(*b))
        };
        for (array, size) in &event.arrays {
            let size = *size as usize;
            let elements = (0..bytes.len().div_ceil(size)).map(|k| (k as u128, word(k * size, size)));
            let elements: Elements = elements.filter(|(_, v)| *v != 0).collect();
            values.give_array(self.terms.symbol_id(*array).ok_or(NotCompared)?, elements);
        }
        for ((at, width), term) in &event.contents {
            let value = word(*at as usize, (*width as usize).div_ceil(8));
            values.give(self.terms.symbol_id(*term).ok_or(NotCompared)?, value);
        }
        Ok(())
    }
}

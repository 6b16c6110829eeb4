//! Collects what an execution must be given so that it repeats a model: the events whose guard holds, in their order.

use crate::evidence::{Counterexample, Given};
use crate::replay;
use pm_ir::Ty;
use pm_symex::{Event, EventKind, SymexOptions};
use pm_term::{ArrayValue, TermId, Value};

#[derive(Default)]
pub struct Recorder {
    given: Given,
    /// Events with contents so far.
    number: u64,
}

/// The value of a term in the model; `None` where it has none.
pub type Model<'a> = dyn FnMut(TermId) -> Option<Value> + 'a;

impl Recorder {
    pub fn record(&mut self, event: &Event, model: &mut Model) {
        if model(event.guard).is_none_or(|g| !g.is_true()) {
            return;
        }
        match event.kind {
            EventKind::Input { source, ty, value } => {
                let bits = number(model, value).unwrap_or(0);
                // A pointer's object number is not an address: only null and absolute ones can be told.
                let bits = if ty == Ty::Ptr { bits & u128::from(u64::MAX) } else { bits };
                self.given.inputs.push((source, ty, bits));
            }
            EventKind::Contents => {
                let bytes = contents(event, model);
                if bytes.iter().any(|b| *b != 0) {
                    self.given.contents.push((self.number, bytes));
                }
                self.number += 1;
            }
            // What is not given stays as it is, so zeros count, too: also those of an array that the model says nothing more of.
            EventKind::Stub => {
                let mut bytes = contents(event, model);
                if bytes.is_empty() && !event.arrays.is_empty() {
                    bytes.push(0);
                }
                if !bytes.is_empty() {
                    self.given.contents.push((self.number, bytes));
                }
                self.number += 1;
            }
            EventKind::Unread { count } => self.number += count,
        }
    }

    pub fn finish(self, reading: &SymexOptions, bound: u32) -> Counterexample {
        Counterexample { bound, ..Counterexample::new(reading, self.given, replay::STEPS) }
    }
}

fn number(model: &mut Model, t: TermId) -> Option<u128> {
    model(t).and_then(|value| value.bits().to_u128())
}

/// The bytes that an event leaves behind.
fn contents(event: &Event, model: &mut Model) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (array, size) in &event.arrays {
        if let Some(Value::Array(value)) = model(*array) {
            put_array(&mut bytes, &value, *size as usize);
        }
    }
    for ((off, width), term) in &event.contents {
        if let Some(bits) = number(model, *term) {
            put(&mut bytes, *off as usize, bits, *width as usize / 8);
        }
    }
    bytes
}

/// Elements that the model says something of; the others only where they are not zero, up to some number.
fn put_array(bytes: &mut Vec<u8>, value: &ArrayValue, size: usize) {
    const MOST: u128 = 1 << 24;
    const USUAL: usize = 1 << 16;
    if let Some(usual) = value.default_elem().to_u128().filter(|v| *v != 0) {
        (0..USUAL).for_each(|k| put(bytes, k * size, usual, size));
    }
    for (index, elem) in value.entries() {
        if let (Some(index), Some(elem)) = (index.to_u128().filter(|i| *i < MOST), elem.to_u128()) {
            put(bytes, index as usize * size, elem, size);
        }
    }
}

fn put(bytes: &mut Vec<u8>, at: usize, bits: u128, size: usize) {
    bytes.resize(bytes.len().max(at + size), 0);
    bytes[at..at + size].copy_from_slice(&bits.to_le_bytes()[..size]);
}

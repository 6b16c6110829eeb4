//! Arrays of few bits become one variable for each element, so that the bit level can have them.

use crate::system::{StateVar, System};
use pm_term::{Sort, Substitution, TermId, Terms};

/// What was split.
#[derive(Default)]
pub struct Split {
    pub arrays: usize,
    /// The elements, with what they are in the system as it was.
    pub back: Vec<(TermId, TermId)>,
}

/// Splits arrays, the smallest first, as long as their elements have at most so many bits in all. The first element takes the array's
/// place among the variables, the others come behind all variables that were there.
pub fn split_arrays(system: &mut System, max_bits: u64) -> Split {
    let mut arrays: Vec<(u64, usize)> = Vec::new();
    for (i, var) in system.vars.iter().enumerate() {
        if let Sort::Array { index, elem } = system.terms.sort(var.now)
            && index < 20
        {
            arrays.push((u64::from(elem) << index, i));
        }
    }
    arrays.sort_unstable();
    let mut left = max_bits;
    let mut whole = Substitution::new();
    let mut split: Vec<(usize, Vec<TermId>)> = Vec::new();
    for (bits, i) in arrays {
        let Some(rest) = left.checked_sub(bits) else { break };
        left = rest;
        let now = system.vars[i].now;
        let elements = symbols(&mut system.terms, now);
        let stored = from_elements(&mut system.terms, now, &elements);
        whole.replace(now, stored);
        split.push((i, elements));
    }
    let mut done = Split::default();
    if !split.is_empty() {
        system.replace(&mut whole);
    }
    for (i, elements) in split {
        done.arrays += 1;
        done.back.extend(selects(system, i, &elements));
        replace(system, i, &elements);
    }
    if done.arrays > 0 {
        system.flatten();
    }
    done
}

/// Each element as a read of variable `i`.
fn selects(system: &mut System, i: usize, elements: &[TermId]) -> Vec<(TermId, TermId)> {
    let (now, terms) = (system.vars[i].now, &mut system.terms);
    let Sort::Array { index, .. } = terms.sort(now) else { return Vec::new() };
    let mut out = Vec::with_capacity(elements.len());
    for (k, element) in (0u128..).zip(elements) {
        let at = terms.bv(index, k);
        out.push((*element, terms.select(now, at)));
    }
    out
}

fn symbols(terms: &mut Terms, array: TermId) -> Vec<TermId> {
    let Sort::Array { index, elem } = terms.sort(array) else { return Vec::new() };
    (0..1u64 << index).map(|_| terms.fresh("element", Sort::Bv(elem))).collect()
}

fn from_elements(terms: &mut Terms, like: TermId, elements: &[TermId]) -> TermId {
    let Sort::Array { index, elem } = terms.sort(like) else { return like };
    let zero = terms.zero(elem);
    let mut array = terms.const_array(index, zero);
    for (k, element) in (0u128..).zip(elements) {
        let at = terms.bv(index, k);
        array = terms.store(array, at, *element);
    }
    array
}

/// One variable for each element instead of variable `i`.
fn replace(system: &mut System, i: usize, elements: &[TermId]) {
    let first_new = system.vars.len() as u32;
    let init = system.vars[i].init;
    let (name, span) = (system.vars[i].name.clone(), system.vars[i].span);
    let Sort::Array { index, .. } = system.terms.sort(init) else { return };
    for (k, now) in elements.iter().enumerate() {
        let at = system.terms.bv(index, k as u128);
        let init = system.terms.select(init, at);
        let var = StateVar { name: format!("{name}[{k}]"), ty: None, span, now: *now, init, next: *now, place: None };
        if k == 0 {
            system.vars[i] = var;
        } else {
            system.vars.push(var);
        }
    }
    for edge in system.automaton.edges_mut().filter(|e| e.assigns(i)) {
        let array = edge.value(&system.vars, i);
        for k in 0..elements.len() {
            let at = system.terms.bv(index, k as u128);
            let var = if k == 0 { i } else { first_new as usize + k - 1 };
            edge.assign(var, system.terms.select(array, at));
        }
    }
    for location in &mut system.locations {
        if location.live.contains(&(i as u32)) {
            location.live.extend(first_new..system.vars.len() as u32);
        }
    }
}

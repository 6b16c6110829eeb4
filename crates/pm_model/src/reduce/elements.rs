//! Arrays of few bits become one variable for each element, so that the bit level can have them.

use crate::system::{StateVar, System};
use pm_term::{Sort, Substitution, TermId, Terms};

/// Splits arrays, the smallest first, as long as their elements have at most so many bits in all. The first element takes the array's
/// place among the variables, the others come behind all variables that were there.
pub fn split_arrays(system: &mut System, max_bits: u64) {
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
    if !split.is_empty() {
        rebuild(system, &mut whole);
        split.into_iter().for_each(|(i, elements)| replace(system, i, &elements));
    }
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

/// Puts the elements in place of the arrays in everything that the system says.
fn rebuild(system: &mut System, whole: &mut Substitution) {
    let System { terms, vars, bad, reached, locations, .. } = system;
    let mut change = |t: &mut TermId| *t = terms.substitute(*t, whole);
    vars.iter_mut().for_each(|v| change(&mut v.next));
    for b in bad {
        change(&mut b.cond);
        b.parts.iter_mut().for_each(|(_, cond)| change(cond));
    }
    reached.iter_mut().for_each(|(_, cond)| change(cond));
    locations.iter_mut().flat_map(|l| &mut l.step.events).for_each(|e| change(&mut e.guard));
}

/// One variable for each element instead of variable `i`.
fn replace(system: &mut System, i: usize, elements: &[TermId]) {
    let first_new = system.vars.len() as u32;
    let (init, next) = (system.vars[i].init, system.vars[i].next);
    let (name, span) = (system.vars[i].name.clone(), system.vars[i].span);
    let Sort::Array { index, .. } = system.terms.sort(init) else { return };
    for (k, now) in elements.iter().enumerate() {
        let at = system.terms.bv(index, k as u128);
        let [init, next] = [init, next].map(|array| system.terms.select(array, at));
        let var = StateVar { name: format!("{name}[{k}]"), ty: None, span, now: *now, init, next };
        if k == 0 {
            system.vars[i] = var;
        } else {
            system.vars.push(var);
        }
    }
    for location in &mut system.locations {
        if location.live.contains(&(i as u32)) {
            location.live.extend(first_new..system.vars.len() as u32);
        }
    }
}

//! Variables whose values need fewer bits than their type has become narrower.
//!
//! Intervals and known bits by abstract interpretation say how many bits that may be; a solver confirms it. What goes are the highest bits, where they are 0 or
//! the sign again, and the lowest ones where they are 0.

use super::Reduction;
use super::origin::Origin;
use crate::System;
use crate::invariants::{Analysis, Intervals, Lemma, absolute, edges};
use pm_solve::Limits;
use pm_term::domain::{Abs, MAX_WIDTH};
use pm_term::{Sort, Substitution, TermId, Terms};
use rustc_hash::FxHashSet;

/// Facts that are asked about.
const FACTS: usize = 20_000;

/// The bits of a value that are kept.
#[derive(Clone, Copy)]
struct Shape {
    width: u32,
    high: u32,
    low: u32,
    /// Above them is their sign; else 0.
    signed: bool,
}

pub(super) fn narrow(system: &mut System, origin: &mut Origin, limits: &Limits) {
    let analysis = Analysis::new(system);
    let Some(intervals) = analysis.run(system, limits) else { return };
    let vars = 1..system.vars.len();
    let shapes: Vec<(usize, Shape)> = vars.filter_map(|v| Some((v, shape(system, &intervals, v)?))).collect();
    let places: Vec<u32> = (0..system.locations.len() as u32).filter(|l| *l != System::END).collect();
    if shapes.is_empty() || shapes.len() * places.len() > FACTS {
        return;
    }
    let facts: Vec<TermId> = shapes.iter().map(|(v, shape)| fits(system, *v, *shape)).collect();
    let lemmas: Vec<Lemma> =
        facts.iter().flat_map(|&fact| places.iter().map(move |&location| Lemma { location, fact })).collect();
    let edges = edges::collect(system);
    let proved: FxHashSet<Lemma> = absolute(system, &edges, &lemmas, limits).into_iter().collect();
    let mut wide = Substitution::new();
    let mut narrowed = Vec::new();
    let mut back = Vec::new();
    for ((v, shape), fact) in shapes.into_iter().zip(facts) {
        if places.iter().all(|&location| proved.contains(&Lemma { location, fact })) {
            let now = system.vars[v].now;
            let new = system.terms.fresh("narrow", Sort::Bv(shape.high - shape.low + 1));
            let whole = shape.widen(&mut system.terms, new);
            wide.replace(now, whole);
            back.push((new, system.terms.extract(now, shape.high, shape.low)));
            narrowed.push((v, shape, new));
        }
    }
    if narrowed.is_empty() {
        return;
    }
    lemmas.iter().filter(|l| proved.contains(l)).for_each(|l| origin.rest_on(system, *l));
    system.replace(&mut wide);
    for (v, shape, new) in &narrowed {
        let System { terms, vars, automaton, .. } = &mut *system;
        for edge in automaton.edges_mut().filter(|e| e.assigns(*v)) {
            edge.assign(*v, terms.extract(edge.value(vars, *v), shape.high, shape.low));
        }
        let var = &mut vars[*v];
        var.init = terms.extract(var.init, shape.high, shape.low);
        (var.now, var.ty) = (*new, None);
    }
    system.flatten();
    origin.note(Reduction::Widths, narrowed.len());
    origin.rename(back);
}

/// The fewest bits that the values of a variable have, where that is clearly fewer than its type has.
fn shape(system: &System, intervals: &Intervals, v: usize) -> Option<Shape> {
    let Sort::Bv(width) = system.terms.sort(system.vars[v].now) else { return None };
    if !(4..=MAX_WIDTH).contains(&width) {
        return None;
    }
    let live = |l: usize| system.locations[l].live.contains(&(v as u32));
    let states = intervals.states.iter().enumerate().filter(|(l, _)| live(*l)).filter_map(|(_, s)| s.as_ref());
    let value = states.map(|s| s[v]).reduce(|a, b| a.join(&b))?;
    let low = (!value.zeros).trailing_zeros().min(width - 2);
    let (unsigned, signed) = (unsigned_bits(&value), signed_bits(&value));
    let bits = unsigned.min(signed).max(low + 1);
    let shape = Shape { width, high: bits - 1, low, signed: signed < unsigned };
    (4 * (bits - low) <= 3 * width).then_some(shape)
}

fn unsigned_bits(value: &Abs) -> u32 {
    (64 - value.umax.leading_zeros()).max(1)
}

fn signed_bits(value: &Abs) -> u32 {
    let needs = |v: i64| 65 - (if v < 0 { !v } else { v }).leading_zeros();
    needs(value.smin).max(needs(value.smax))
}

/// The variable is what its kept bits say.
fn fits(system: &mut System, v: usize, shape: Shape) -> TermId {
    let now = system.vars[v].now;
    let kept = system.terms.extract(now, shape.high, shape.low);
    let whole = shape.widen(&mut system.terms, kept);
    system.terms.eq(now, whole)
}

impl Shape {
    fn widen(self, terms: &mut Terms, kept: TermId) -> TermId {
        let mut value = kept;
        if self.low > 0 {
            let zeros = terms.zero(self.low);
            value = terms.concat(value, zeros);
        }
        if self.signed { terms.sext(value, self.width) } else { terms.zext(value, self.width) }
    }
}

//! The abstract states that executions reach, by location.
//!
//! Each edge between locations has a relation of codes before and after, kept in parts: the condition of the edge and one part for each
//! quantity that lives at its end. An image takes the parts in one after the other, and forgets what no later part speaks of.

use super::bdd::{Bdd, Bdds, LevelSet};
use super::cases::{Case, Cases};
use super::order::Levels;
use super::quantity::{Quantities, Quantity, shifted};
use crate::intervals::Analysis;
use pm_model::System;
use pm_solve::Limits;
use rustc_hash::FxHashSet;

/// Parts are joined while they have no more nodes than this.
const CLUSTER: usize = 2_000;

struct Edge {
    from: usize,
    to: usize,
    /// Each with the levels that are forgotten after it.
    parts: Vec<(Bdd, LevelSet)>,
}

/// By location, with the quantities that live there.
pub struct Reached {
    pub states: Vec<Bdd>,
    pub live: Vec<Vec<usize>>,
}

pub fn reach(
    system: &mut System,
    analysis: &Analysis,
    quantities: &Quantities,
    (bdds, levels): (&mut Bdds, &mut Levels),
    limits: &Limits,
) -> Option<Reached> {
    let live: Vec<Vec<usize>> = (0..system.locations.len()).map(|l| live(system, quantities, l)).collect();
    let edges = edges(system, analysis, quantities, (bdds, levels), &live)?;
    let mut states = vec![Bdd::FALSE; live.len()];
    let mut new = states.clone();
    new[System::ENTRY as usize] = Bdd::TRUE;
    states[System::ENTRY as usize] = Bdd::TRUE;
    while new.iter().any(|s| *s != Bdd::FALSE) {
        let mut next = vec![Bdd::FALSE; live.len()];
        for edge in edges.iter().filter(|e| new[e.from] != Bdd::FALSE) {
            let image = image(bdds, edge, new[edge.from]);
            next[edge.to] = bdds.or(next[edge.to], image);
            if bdds.is_full() || limits.exceeded().is_some() {
                return None;
            }
        }
        for (l, next) in next.into_iter().enumerate() {
            new[l] = bdds.and_not(next, states[l]);
            states[l] = bdds.or(states[l], next);
        }
    }
    (!bdds.is_full()).then_some(Reached { states, live })
}

/// The quantities of the state all of whose variables mean something at a location.
fn live(system: &System, quantities: &Quantities, location: usize) -> Vec<usize> {
    if [System::ENTRY, System::END].contains(&(location as u32)) {
        return Vec::new();
    }
    let live: FxHashSet<usize> = system.locations[location].live.iter().map(|v| *v as usize).collect();
    let lives = |q: &Quantity| q.is_state && q.vars.iter().all(|v| live.contains(v));
    (0..quantities.all.len()).filter(|q| lives(&quantities.all[*q])).collect()
}

fn edges(
    system: &mut System,
    analysis: &Analysis,
    quantities: &Quantities,
    (bdds, levels): (&mut Bdds, &mut Levels),
    live: &[Vec<usize>],
) -> Option<Vec<Edge>> {
    let mut out = Vec::new();
    let mut cases = Cases::new(&mut system.terms, quantities, bdds, levels);
    let mut raw = Vec::new();
    for from in 0..live.len() {
        for (to, guard) in analysis.targets(from) {
            if to == System::END || from as u32 == System::END {
                continue;
            }
            let mut parts = vec![cases.cond(guard)];
            for &q in &live[to as usize] {
                parts.push(part(&mut cases, q, analysis.next(from)));
            }
            raw.push((from, to as usize, parts));
        }
    }
    if bdds.is_full() {
        return None;
    }
    for (from, to, parts) in raw {
        let kept: FxHashSet<u32> = live[to].iter().flat_map(|q| levels.of_quantity(*q, true)).collect();
        let mut parts = scheduled(bdds, parts, &kept);
        let used: FxHashSet<u32> = parts.iter().flat_map(|p| bdds.support(p.0)).collect();
        let unused = live[from].iter().flat_map(|q| levels.of_quantity(*q, false)).filter(|l| !used.contains(l));
        parts.insert(0, (Bdd::TRUE, bdds.level_set(unused)));
        out.push(Edge { from, to, parts });
        if bdds.is_full() {
            return None;
        }
    }
    Some(out)
}

/// How a quantity's code after the step depends on the state before.
fn part(cases: &mut Cases, q: usize, next: &[pm_term::TermId]) -> Bdd {
    let quantity = &cases.quantities.all[q];
    if cases.terms.is_bool(quantity.form.parts[0].0) {
        let (holds, after) = (cases.cond(next[quantity.vars[0]]), cases.next_code(q, 1));
        let differs = cases.bdds(|m| m.xor(holds, after));
        return cases.bdds(|m| m.not(differs));
    }
    let Some(after) = cases.next(&quantity.form, &quantity.vars, next) else { return any(cases, q, |_| true) };
    let mut relation = Bdd::FALSE;
    for case in after {
        let here = after_case(cases, q, &case);
        relation = cases.bdds(|m| {
            let here = m.and(case.0, here);
            m.or(relation, here)
        });
    }
    relation
}

/// The quantity's codes after the step where it is a known sum now.
fn after_case(cases: &mut Cases, q: usize, (_, form): &Case) -> Bdd {
    let quantities = cases.quantities;
    let quantity = &quantities.all[q];
    if let Some(value) = form.as_constant() {
        return match quantity.code(value).or(quantity.other()) {
            Some(code) => cases.next_code(q, code),
            None => Bdd::FALSE,
        };
    }
    let (form, constant, is_negated) = form.normalised();
    let Some(before) = quantities.get(&form) else { return any(cases, q, |_| true) };
    let source = &quantities.all[before];
    let mut relation = Bdd::FALSE;
    let mut images = FxHashSet::default();
    for (code, &value) in source.values.iter().enumerate() {
        let value = shifted(form.width, value, constant, is_negated);
        images.insert(value);
        let Some(target) = quantity.code(value).or(quantity.other()) else { continue };
        let (now, next) = (cases.code(before, code), cases.next_code(q, target));
        relation = cases.bdds(|m| {
            let both = m.and(now, next);
            m.or(relation, both)
        });
    }
    if let Some(other) = source.other() {
        let now = cases.code(before, other);
        let next = any(cases, q, |v| v.is_none_or(|v| !images.contains(&v)));
        relation = cases.bdds(|m| {
            let both = m.and(now, next);
            m.or(relation, both)
        });
    }
    relation
}

/// The quantity has, after the step, one of these values; `None` is any that has no code of its own.
fn any(cases: &mut Cases, q: usize, holds: impl Fn(Option<u64>) -> bool) -> Bdd {
    let quantities = cases.quantities;
    let quantity = &quantities.all[q];
    let mut all = Bdd::FALSE;
    for code in 0..quantity.codes() {
        if holds(quantity.values.get(code).copied()) {
            let code = cases.next_code(q, code);
            all = cases.bdds(|m| m.or(all, code));
        }
    }
    all
}

/// Parts in an order in which much is forgotten early, small ones joined.
fn scheduled(bdds: &mut Bdds, parts: Vec<Bdd>, kept: &FxHashSet<u32>) -> Vec<(Bdd, LevelSet)> {
    let mut open: Vec<(Bdd, Vec<u32>)> = parts.into_iter().map(|p| (p, forgettable(bdds, p, kept))).collect();
    let mut order: Vec<(Bdd, Vec<u32>)> = Vec::new();
    let mut seen: FxHashSet<u32> = FxHashSet::default();
    while !open.is_empty() {
        let others = |i: usize, level: &u32| open.iter().enumerate().any(|(j, p)| j != i && p.1.contains(level));
        let cost = |i: usize| {
            let levels = &open[i].1;
            let fresh = levels.iter().filter(|l| !seen.contains(l)).count() as i64;
            let done = levels.iter().filter(|l| !others(i, l)).count() as i64;
            (fresh - 2 * done, levels.len())
        };
        let best = (0..open.len()).min_by_key(|i| cost(*i)).unwrap_or(0);
        let part = open.swap_remove(best);
        seen.extend(part.1.iter().copied());
        order.push(part);
    }
    let clusters = joined(bdds, order, kept);
    let mut out = Vec::new();
    for (i, (part, levels)) in clusters.iter().enumerate() {
        let later = |l: &u32| clusters[i + 1..].iter().any(|c| c.1.contains(l));
        out.push((*part, bdds.level_set(levels.iter().copied().filter(|l| !later(l)))));
    }
    out
}

/// The levels of a part that the image does not speak of.
fn forgettable(bdds: &Bdds, part: Bdd, kept: &FxHashSet<u32>) -> Vec<u32> {
    bdds.support(part).into_iter().filter(|l| !kept.contains(l)).collect()
}

fn joined(bdds: &mut Bdds, order: Vec<(Bdd, Vec<u32>)>, kept: &FxHashSet<u32>) -> Vec<(Bdd, Vec<u32>)> {
    let mut clusters: Vec<(Bdd, Vec<u32>)> = Vec::new();
    for (part, levels) in order {
        if let Some(last) = clusters.last_mut()
            && bdds.size(last.0) + bdds.size(part) < CLUSTER
        {
            let both = bdds.and(last.0, part);
            if bdds.size(both) < CLUSTER {
                *last = (both, forgettable(bdds, both, kept));
                continue;
            }
        }
        clusters.push((part, levels));
    }
    clusters
}

fn image(bdds: &mut Bdds, edge: &Edge, states: Bdd) -> Bdd {
    let mut image = states;
    for &(part, forgotten) in &edge.parts {
        image = bdds.and_exists(image, part, forgotten);
    }
    bdds.shifted(image)
}

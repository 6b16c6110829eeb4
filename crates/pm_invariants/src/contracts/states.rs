//! Guesses about the arguments of recursive functions, beyond those that are made for every location: a function that moves a part of one argument to
//! another keeps their sum, and one that counts down a mode has other bounds in each.

use super::samples::Calls;
use crate::Lemma;
use crate::intervals::Analysis;
use crate::samples::Sample;
use pm_model::System;
use pm_term::domain::{MAX_WIDTH, mask, signed};
use pm_term::{Sort, TermId};

/// Arguments of a function that pairs are made of.
const VARS: usize = 8;
/// Values of an argument that is taken for a mode.
const MODES: usize = 6;
/// Thresholds tried beyond what was seen, in each direction.
const NEAR: usize = 3;
/// Constants of the program whose sums are thresholds of sums.
const SUMMED: usize = 24;

pub fn guess(system: &mut System, analysis: &Analysis, calls: &Calls) -> Vec<Lemma> {
    let mut out = Vec::new();
    for i in 0..system.contracts.functions.len() {
        let location = system.contracts.functions[i].location;
        let samples = &calls.states.at[location as usize];
        if samples.is_empty() {
            continue;
        }
        let live = system.locations[location as usize].live.iter().map(|v| *v as usize);
        let width = |v: usize| match system.terms.sort(system.vars[v].now) {
            Sort::Bv(w) if w <= MAX_WIDTH && v != System::PC => Some(w),
            Sort::Bool | Sort::Bv(_) | Sort::Array { .. } => None,
        };
        let vars: Vec<(usize, u32)> = live.filter_map(|v| Some((v, width(v)?))).take(VARS).collect();
        let mut facts = Vec::new();
        for (i, &(a, w)) in vars.iter().enumerate() {
            for &(b, other) in &vars[i + 1..] {
                if w == other {
                    sums(system, analysis, samples, (a, b, w), &mut facts);
                }
            }
            for &(b, other) in vars.iter().filter(|(b, _)| *b != a) {
                modes(system, analysis, samples, (a, w), (b, other), &mut facts);
            }
        }
        out.extend(facts.into_iter().map(|fact| Lemma { location, fact }));
    }
    out
}

/// Bounds of the sum of two arguments, modulo the width.
fn sums(
    system: &mut System,
    analysis: &Analysis,
    samples: &[Sample],
    (a, b, w): (usize, usize, u32),
    facts: &mut Vec<TermId>,
) {
    let value = |s: &Sample| i128::from(signed(w, s[a].wrapping_add(s[b]) & mask(w)));
    let (min, max) = samples.iter().map(value).fold((i128::MAX, i128::MIN), |(l, h), v| (l.min(v), h.max(v)));
    let mut named: Vec<i128> = analysis.thresholds(w).iter().map(|&t| i128::from(signed(w, t))).collect();
    named.sort_unstable_by_key(|t| t.abs());
    named.truncate(SUMMED);
    let mut limits: Vec<i128> = named.iter().flat_map(|x| named.iter().map(move |y| x + y)).collect();
    limits.extend((0..w - 1).flat_map(|k| [1i128 << k, -(1i128 << k)]));
    limits.extend([min, max]);
    let (least, most) = (-(1i128 << (w - 1)), (1i128 << (w - 1)) - 1);
    limits.retain(|t| *t > least && *t < most);
    limits.sort_unstable();
    limits.dedup();
    let terms = &mut system.terms;
    let sum = terms.add(system.vars[a].now, system.vars[b].now);
    for t in limits.iter().filter(|t| **t >= max).take(NEAR) {
        let k = terms.bv_signed(w, *t);
        facts.push(terms.sle(sum, k));
    }
    for t in limits.iter().rev().filter(|t| **t <= min).take(NEAR) {
        let k = terms.bv_signed(w, *t);
        facts.push(terms.sle(k, sum));
    }
}

/// In each mode the other argument is at most a constant of the program, or below a power of two.
fn modes(
    system: &mut System,
    analysis: &Analysis,
    samples: &[Sample],
    (mode, mw): (usize, u32),
    (v, w): (usize, u32),
    facts: &mut Vec<TermId>,
) {
    let mut values: Vec<u64> = samples.iter().map(|s| s[mode]).collect();
    values.sort_unstable();
    values.dedup();
    if values.len() < 2 || values.len() > MODES {
        return;
    }
    let terms = &mut system.terms;
    for value in values {
        let max = samples.iter().filter(|s| s[mode] == value).map(|s| s[v]).max().unwrap_or(0);
        let k = terms.bv(mw, value.into());
        let is = terms.eq(system.vars[mode].now, k);
        let named = analysis.thresholds(w).iter().copied().filter(|t| *t >= max).take(NEAR);
        let powers = (0..w).filter(|bits| max >> bits == 0).map(mask);
        for bound in named.chain(powers) {
            let bound = terms.bv(w, bound.into());
            let below = terms.ule(system.vars[v].now, bound);
            facts.push(terms.implies(is, below));
        }
    }
}

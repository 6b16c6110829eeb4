//! Reachable regions: boxes of values, cut at the constants that the program compares with.
//!
//! Machines that react to inputs keep a mode in some variables and compare some numbers with constants. Each variable's values are cut
//! at these constants ([`line`]), so that in a region every condition has one value; what is not decided by the region is decided by a
//! class of inputs ([`lazy`]). A step from a region leads into a few regions ([`search`]). Within a region the bounds of what is reached are
//! kept. When no region is new, all of them are an invariant. Beside the regions go executions on values, a few a region: where one
//! comes to something bad, its inputs are a counterexample to try.

mod lazy;
mod line;
mod search;

use super::lemma::{Lemma, Lemmas};
use line::{Line, Range};
use pm_model::System;
use pm_solve::Limits;
use pm_term::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use search::{End, Search, View};

/// Regions that become a fact.
const FACT: usize = 20_000;

/// Fewer regions than that are no program of control: more effort is not worth it.
const MANY: usize = 32;

/// Numbers of which it is tried to say nothing, one after the other.
const NUMBERS: usize = 8;

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    Little,
    Much,
}

impl Effort {
    /// Nodes that are computed.
    fn work(self) -> usize {
        match self {
            Effort::Little => 60_000_000,
            Effort::Much => 600_000_000,
        }
    }

    /// Executions on values where there are so many regions.
    fn visits(self, regions: usize) -> usize {
        match self {
            Effort::Little => 2_000 + 200 * regions,
            Effort::Much => 20_000 + 2_000 * regions,
        }
    }
}

/// What was found.
#[derive(Default)]
pub struct Regions {
    /// An invariant under which nothing bad happens, or the inputs of executions that may come to something bad.
    pub lemmas: Lemmas,
    /// More effort may find more.
    pub is_cut: bool,
}

pub fn explore(system: &mut System, effort: Effort, limits: &Limits) -> Regions {
    let mut regions = Regions::default();
    match search(system, &View::default(), effort, limits) {
        Ok(found) => regions.lemmas.absolute = simplest(system, found, effort, limits),
        Err(End::Bad(path)) => regions.lemmas.suspects.push(path),
        Err(end) => regions.is_cut = matches!(end, End::Cut { regions } if regions >= MANY),
    }
    regions
}

/// Regions in which nothing bad happens.
struct Found {
    view: View,
    /// Variables of more than one value.
    numbers: FxHashSet<usize>,
    rows: Vec<Rows>,
}

fn search(system: &mut System, view: &View, effort: Effort, limits: &Limits) -> Result<Found, End> {
    let mut search = Search::new(system, view, effort, limits).ok_or(End::Open)?;
    match search.run() {
        End::Safe if search.regions() <= FACT => {
            let numbers = search.numbers();
            Ok(Found { view: view.clone(), numbers, rows: search.rows() })
        }
        End::Safe => Err(End::Open),
        end => Err(end),
    }
}

/// What regions say of numbers is hard to check, so no more of it is said than is needed.
fn simplest(system: &mut System, mut found: Found, effort: Effort, limits: &Limits) -> Vec<Lemma> {
    let mut numbers: Vec<usize> = found.numbers.iter().copied().collect();
    numbers.sort_unstable();
    let none = View { left_out: numbers.iter().copied().collect(), is_coarse: false };
    let coarse = View { is_coarse: true, ..View::default() };
    let mut is_least = numbers.is_empty();
    for (view, is_last) in [(none, true), (coarse, false)] {
        if !is_least && let Ok(simpler) = search(system, &view, effort, limits) {
            found = simpler;
            is_least = is_last;
        }
    }
    for &number in numbers.iter().take(NUMBERS) {
        let mut view = found.view.clone();
        if !is_least && view.left_out.insert(number) {
            found = search(system, &view, effort, limits).unwrap_or(found);
        }
    }
    found.rows.into_iter().map(|r| r.lemma(system)).collect()
}

/// All regions of a location.
struct Rows {
    location: u32,
    columns: Vec<(TermId, Line)>,
    rows: Vec<Box<[Range]>>,
}

impl Rows {
    fn lemma(mut self, system: &mut System) -> Lemma {
        self.rows.sort_unstable();
        let fact = any_of(&mut system.terms, &self.columns, &self.rows, 0);
        Lemma { location: self.location, fact }
    }
}

/// The variables from `column` on are in one of the rows, which are sorted and equal before. Rows that go on alike share their terms.
fn any_of(terms: &mut Terms, columns: &[(TermId, Line)], rows: &[Box<[Range]>], column: usize) -> TermId {
    let Some((var, line)) = columns.get(column) else {
        return if rows.is_empty() { TermId::FALSE } else { TermId::TRUE };
    };
    let mut by_rest: FxHashMap<TermId, Vec<Range>> = FxHashMap::default();
    let mut order = Vec::new();
    for group in rows.chunk_by(|a, b| a[column] == b[column]) {
        let rest = any_of(terms, columns, group, column + 1);
        let alike = by_rest.entry(rest).or_default();
        if alike.is_empty() {
            order.push(rest);
        }
        alike.push(group[0][column]);
    }
    let mut all = Vec::with_capacity(order.len());
    for rest in order {
        let here: Vec<TermId> = merged(&by_rest[&rest]).into_iter().map(|r| line.holds(terms, *var, r)).collect();
        let here = terms.or_all(&here);
        all.push(terms.and(here, rest));
    }
    terms.or_all(&all)
}

/// Sorted ranges, those together that touch.
fn merged(ranges: &[Range]) -> Vec<Range> {
    let mut out: Vec<Range> = Vec::new();
    for &(lo, hi) in ranges {
        match out.last_mut() {
            Some(last) if lo <= last.1 + 1 => last.1 = last.1.max(hi),
            _ => out.push((lo, hi)),
        }
    }
    out
}

#[cfg(test)]
mod tests;

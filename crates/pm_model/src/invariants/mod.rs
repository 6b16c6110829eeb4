//! Invariants of the transition system, guessed in several ways and kept only if a solver finds them inductive.
//!
//! Guesses come from abstract interpretation (`intervals`) and from executions on values (`candidates`, and `relations` where these are not
//! enough). `houdini` alone decides what of them is an invariant, so that a wrong guess costs time and nothing else. What `symbolic`,
//! `regions` and `control` enumerate is one by construction.

pub(crate) mod affine;
mod block;
pub(crate) mod candidates;
mod carried;
mod control;
pub(crate) mod edges;
mod guarded;
pub(crate) mod houdini;
pub(crate) mod intervals;
mod lemma;
mod mixed;
mod regions;
mod relations;
pub(crate) mod samples;
mod scaled;
mod symbolic;
#[cfg(test)]
pub(crate) mod testing;
mod views;
mod walks;

pub use carried::stays;
pub use guarded::Effort;
pub use lemma::{Lemma, Lemmas, Path};
pub use relations::Relations;

pub(crate) use houdini::absolute;
pub(crate) use intervals::{Analysis, Intervals};
pub(crate) use samples::{Runs, Samples};
pub(crate) use views::Views;

use crate::System;
use crate::automaton::Edge;
use crate::reduce::Cells;
use pm_solve::{Answer, Limits, Solver};
use pm_term::TermId;
use rustc_hash::FxHashSet;

/// Conflicts for a question whose answer is only nice to have.
const CHEAP: u64 = 20_000;

/// The part of the time for control states.
const CONTROL: u32 = 3;

/// The invariants that can be found within the limits.
pub fn find(system: &mut System, limits: &Limits) -> Lemmas {
    find_with(system, Vec::new(), limits)
}

/// The same, with guesses of the caller's.
pub fn find_with(system: &mut System, more: Vec<Lemma>, limits: &Limits) -> Lemmas {
    let analysis = intervals::Analysis::new(system);
    let (lemmas, is_cut) = match by_regions(system, regions::Effort::Little, limits) {
        Ok(enough) => return enough,
        Err(regions) => (regions.lemmas, regions.is_cut),
    };
    let symbolic = symbolic::reachable(system, &analysis, &limits.part(CONTROL)).unwrap_or_default();
    if suffices(system, &symbolic, limits) {
        return Lemmas { absolute: symbolic, ..Lemmas::default() };
    }
    let mut control = control::enumerate(system, &limits.part(CONTROL));
    control.suspects.extend(lemmas.suspects);
    if suffices(system, &control.absolute, limits) {
        return control;
    }
    if !symbolic.is_empty() {
        control.absolute = symbolic;
    }
    if is_cut {
        match by_regions(system, regions::Effort::Much, limits) {
            Ok(enough) => return enough,
            Err(regions) => control.suspects.extend(regions.lemmas.suspects),
        }
    }
    let samples = sampled(system, &analysis, limits);
    let mut guesses = simple(system, &analysis, &samples, limits);
    guesses.extend(more);
    let lemmas = inductive(system, control.absolute, guesses, limits);
    Lemmas { suspects: control.suspects, ..lemmas }
}

/// Whether [`find_more`] may find more.
pub fn has_more(system: &System) -> bool {
    relations::are_useful(system)
}

/// The invariants that can be found where those that are known are not enough, together with these.
pub fn find_more(system: &mut System, known: &Lemmas, what: Relations, limits: &Limits) -> Lemmas {
    let analysis = intervals::Analysis::new(system);
    let samples = sampled(system, &analysis, limits);
    let mut guesses = simple(system, &analysis, &samples, limits);
    guesses.extend(&known.relative);
    guesses.extend(relations::guess(system, &analysis, &samples.1, what, limits));
    inductive(system, known.absolute.clone(), guesses, limits)
}

/// Executions on values, with what is looked at beside the variables.
fn sampled(system: &mut System, analysis: &Analysis, limits: &Limits) -> (Views, Samples) {
    let views = Views::collect(system, analysis);
    let samples = Samples::collect(system, analysis, &views, &Runs::FULL, limits);
    (views, samples)
}

/// Intervals, and relations of pairs.
fn simple(
    system: &mut System,
    analysis: &Analysis,
    (views, samples): &(Views, Samples),
    limits: &Limits,
) -> Vec<Lemma> {
    let mut guesses = match analysis.run(system, limits) {
        Some(intervals) => intervals.lemmas(system),
        None => Vec::new(),
    };
    guesses.extend(candidates::guess(system, analysis, views, samples));
    guesses
}

/// What of the guesses is inductive, together with what is known.
fn inductive(system: &mut System, known: Vec<Lemma>, mut guesses: Vec<Lemma>, limits: &Limits) -> Lemmas {
    let mut seen: FxHashSet<Lemma> = known.iter().copied().collect();
    guesses.retain(|l| seen.insert(*l));
    let edges = edges::collect(system);
    let mut lemmas = houdini::inductive(system, &edges, &known, &guesses, limits);
    lemmas.absolute.extend(known);
    lemmas
}

/// The reachable regions, if they are all that is needed.
fn by_regions(system: &mut System, effort: regions::Effort, limits: &Limits) -> Result<Lemmas, regions::Regions> {
    let found = match effort {
        regions::Effort::Little => regions::explore(system, effort, limits),
        regions::Effort::Much => regions::explore(system, effort, &limits.part(CONTROL)),
    };
    let is_only = system.bad.len() == 1 && !found.lemmas.suspects.is_empty();
    if is_only || suffices(system, &found.lemmas.absolute, limits) { Ok(found.lemmas) } else { Err(found) }
}

/// Nothing bad can happen where the invariants hold.
fn suffices(system: &mut System, known: &[Lemma], limits: &Limits) -> bool {
    if known.is_empty() {
        return false;
    }
    let mut solver = Solver::new(&pm_solve::Options::default());
    solver.set_limits(Limits { conflicts: Some(CHEAP), ..limits.clone() });
    for lemma in known {
        let holds = lemma.term(system);
        solver.assert(&system.terms, holds);
    }
    let bads: Vec<TermId> = system.bad.iter().map(|b| b.cond).collect();
    let bad = system.terms.or_all(&bads);
    solver.check(&system.terms, &[bad]) == Answer::Unsat
}

/// Guesses about a system whose arrays are cells.
pub struct CellGuesses {
    samples: scaled::Scaled,
    /// About variables that are no cells.
    plain: Vec<Lemma>,
    edges: Vec<Edge>,
    walks: walks::Walks,
}

impl CellGuesses {
    pub fn new(system: &mut System, cells: &Cells, limits: &Limits) -> CellGuesses {
        let walks = walks::Walks::collect(system, cells);
        let samples = scaled::collect(system, cells, &walks, scaled::RUNS, limits);
        let analysis = intervals::Analysis::new(system);
        let mut plain = match analysis.run(system, limits) {
            Some(intervals) => intervals.lemmas(system),
            None => Vec::new(),
        };
        let live: Vec<Vec<u32>> = system.locations.iter().map(|l| l.live.clone()).collect();
        let is_new = |v: u32| v as usize >= cells.concrete.next.len();
        system.locations.iter_mut().for_each(|l| l.live.retain(|v| !is_new(*v)));
        let views = Views::collect(system, &analysis);
        let seen = samples.of_variables(system, &views);
        plain.extend(candidates::guess(system, &analysis, &views, &seen));
        system.locations.iter_mut().zip(live).for_each(|(l, live)| l.live = live);
        plain.extend(agreement(system, cells));
        plain.extend(ranges(system, cells));
        let edges = edges::collect(system);
        CellGuesses { samples, plain, edges, walks }
    }

    /// As [`find`].
    pub fn find(&self, system: &mut System, cells: &Cells, effort: Effort, limits: &Limits) -> Lemmas {
        let mut guesses = self.plain.clone();
        guesses.extend(guarded::guess(system, cells, &self.samples, &self.walks, effort));
        let mut seen = FxHashSet::default();
        guesses.retain(|l| seen.insert(*l));
        houdini::inductive(system, &self.edges, &[], &guesses, limits)
    }
}

/// Cells of an array at equal indices are equal.
fn agreement(system: &mut System, cells: &Cells) -> Vec<Lemma> {
    let mut facts = Vec::new();
    for (k, a) in cells.cells.iter().enumerate() {
        for b in cells.cells[k + 1..].iter().filter(|b| b.array == a.array) {
            let same_place = system.terms.eq(a.index, b.index);
            let same = system.terms.eq(system.vars[a.var].now, system.vars[b.var].now);
            facts.push((a.var as u32, b.var as u32, system.terms.implies(same_place, same)));
        }
    }
    facts.retain(|f| f.2 != TermId::TRUE);
    let mut out = Vec::new();
    for (l, location) in system.locations.iter().enumerate() {
        let lives = |v: &u32| location.live.contains(v);
        let here = facts.iter().filter(|(a, b, _)| lives(a) && lives(b));
        out.extend(here.map(|&(_, _, fact)| Lemma { location: l as u32, fact }));
    }
    out
}

/// Prophecies stay in their ranges.
fn ranges(system: &mut System, cells: &Cells) -> Vec<Lemma> {
    let mut out = Vec::new();
    for &(p, last) in &cells.prophecies {
        let now = system.vars[p].now;
        let last = system.terms.bv(system.terms.width(now), last.into());
        let fact = system.terms.ule(now, last);
        let lives = |l: &usize| system.locations[*l].live.contains(&(p as u32));
        let here = (0..system.locations.len()).filter(lives);
        out.extend(here.map(|l| Lemma { location: l as u32, fact }));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::testing::{counter, difference, phases};
    use super::*;

    fn proves_all(mut system: System) -> bool {
        let lemmas = find(&mut system, &Limits::default());
        suffice(system, lemmas)
    }

    fn proves_more(mut system: System, what: Relations) -> bool {
        let lemmas = find_more(&mut system, &Lemmas::default(), what, &Limits::default());
        suffice(system, lemmas)
    }

    fn suffice(mut system: System, lemmas: Lemmas) -> bool {
        let mut solver = pm_solve::Solver::new(&pm_solve::Options::default());
        for l in lemmas.absolute.iter().chain(&lemmas.relative) {
            let t = l.term(&mut system);
            solver.assert(&system.terms, t);
        }
        let bads: Vec<_> = system.bad.iter().map(|b| b.cond).collect();
        let any = system.terms.or_all(&bads);
        solver.check(&system.terms, &[any]) == pm_solve::Answer::Unsat
    }

    #[test]
    fn bounds_of_a_counter() {
        assert!(proves_all(counter(10)));
    }

    #[test]
    fn what_holds_in_one_case() {
        assert!(proves_more(phases(), Relations::Cases));
        assert!(!proves_more(phases(), Relations::Sums));
    }

    #[test]
    fn relations_of_two_counters() {
        assert!(proves_all(difference()));
    }
}

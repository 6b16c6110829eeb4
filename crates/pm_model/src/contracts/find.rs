//! Finds contracts: guesses from calls on values, of which those stay that hold at each return if they hold of each call.
//!
//! What calls give is an assumption, what returns have is a claim, and facts about the states at all locations are both: the largest set of
//! guesses that carries itself is what stays when those that fail are dropped (Houdini). That is the rule for recursive procedures: a call
//! that returns has only calls in it that returned before.

use super::apply::{broken, instance};
use super::{Post, guess, samples, states};
use crate::System;
use crate::automaton::Edge;
use crate::invariants::candidates;
use crate::invariants::edges;
use crate::invariants::houdini::Houdini;
use crate::invariants::intervals::Analysis;
use crate::invariants::{Lemma, Views};
use pm_solve::{Answer, Limits, Solver};
use pm_term::TermId;
use rustc_hash::FxHashSet;

/// Conflicts of the question whether a part of a contract follows from the others.
const CONFLICTS: u64 = 500;

#[derive(Clone, Copy)]
enum Guess {
    Lemma(Lemma),
    Post(Post),
}

/// Contracts of a system to which none were applied yet, and facts that help to prove them, not known to be inductive without them.
pub fn find(system: &mut System, limits: &Limits) -> (Vec<Post>, Vec<Lemma>) {
    let analysis = Analysis::new(system);
    let calls = samples::collect(system, &analysis, limits);
    let guesses = guess::guess(system, &analysis, &calls);
    let mut lemmas = candidates::guess(system, &analysis, &Views::none(system), &calls.states);
    lemmas.extend(states::guess(system, &analysis, &calls));
    if let Some(intervals) = analysis.run(system, limits) {
        lemmas.extend(intervals.lemmas(system));
    }
    let edges = edges::collect(system);
    let mut seen = FxHashSet::default();
    lemmas.retain(|l| seen.insert(*l));
    // Where the outcome is known exactly, there is no need of bounds, which are many.
    let Some((exact, with_exact)) = carried(system, &edges, &lemmas, &guesses.exact, limits) else {
        return Default::default();
    };
    let settled = settled(system, &guesses, &exact);
    let exact = without_implied(system, exact, limits);
    let bounds: Vec<Post> = guesses.bounds.into_iter().filter(|p| !settled[p.contract]).collect();
    let bounds = not_implied(system, &exact, bounds, limits);
    if bounds.is_empty() {
        return (exact, with_exact);
    }
    let all: Vec<Post> = guesses.exact.into_iter().chain(bounds).collect();
    let Some((all, lemmas)) = carried(system, &edges, &lemmas, &all, limits) else { return (exact, with_exact) };
    (without_implied(system, all, limits), lemmas)
}

/// Of which functions each outcome is known, whatever the arguments are?
fn settled(system: &System, guesses: &guess::Guesses, exact: &[Post]) -> Vec<bool> {
    let functions = system.contracts.functions.iter().enumerate();
    let is_known = |i: usize, out: usize| exact.iter().any(|p| p.contract == i && guesses.total.get(p) == Some(&out));
    functions.map(|(i, f)| (0..f.outs.len()).all(|out| is_known(i, out))).collect()
}

/// The largest part of the guesses that carries itself; `None` where a limit is met.
fn carried(
    system: &mut System,
    edges: &[Edge],
    lemmas: &[Lemma],
    posts: &[Post],
    limits: &Limits,
) -> Option<(Vec<Post>, Vec<Lemma>)> {
    let mut houdini = Houdini::new(system, &[], limits);
    houdini.add_lemmas(edges, lemmas, Guess::Lemma);
    for post in posts {
        let (holds, fails) = question(houdini.system(), post);
        houdini.add(Guess::Post(*post), &holds, vec![fails]);
    }
    houdini.run_while_fine()?;
    let (mut posts, mut lemmas) = (Vec::new(), Vec::new());
    for guess in houdini.left() {
        match guess {
            Guess::Lemma(lemma) => lemmas.push(*lemma),
            Guess::Post(post) => posts.push(*post),
        }
    }
    Some((posts, lemmas))
}

/// Those that do not follow from what is known.
fn not_implied(system: &mut System, known: &[Post], posts: Vec<Post>, limits: &Limits) -> Vec<Post> {
    let mut solver = Solver::new(&pm_solve::Options::default());
    for post in known {
        solver.assert(&system.terms, post.fact);
    }
    solver.set_limits(Limits { conflicts: Some(CONFLICTS), ..limits.clone() });
    let mut follows = |post: &Post| {
        let fails = system.terms.not(post.fact);
        solver.check(&system.terms, &[fails]) == Answer::Unsat
    };
    posts.into_iter().filter(|p| !follows(p)).collect()
}

/// What a part of a contract says of calls, and when a return breaks it.
fn question(system: &mut System, post: &Post) -> (Vec<TermId>, TermId) {
    let mut holds = Vec::new();
    for i in 0..system.contracts.calls.len() {
        let call = &system.contracts.calls[i];
        if call.contract == post.contract {
            let (taken, ins, outs) = (call.taken, call.ins.clone(), call.outs.clone());
            let then = instance(system, post, &ins, &outs);
            holds.push(system.terms.implies(taken, then));
        }
    }
    let mut fails = Vec::new();
    for i in 0..system.contracts.returns.len() {
        let (here, broken) = (system.at_location(system.contracts.returns[i].location), broken(system, post, i));
        fails.push(system.terms.and(here, broken));
    }
    (holds, system.terms.or_all(&fails))
}

/// Drops what follows from the rest, the last first: what is said in general comes before what is said of some arguments.
fn without_implied(system: &mut System, posts: Vec<Post>, limits: &Limits) -> Vec<Post> {
    let mut solver = Solver::new(&pm_solve::Options::default());
    let mut kept: Vec<(Post, pm_solve::Activation)> = Vec::new();
    for post in posts {
        let active = solver.new_activation();
        solver.assert_if(&system.terms, active, post.fact);
        kept.push((post, active));
    }
    solver.set_limits(Limits { conflicts: Some(CONFLICTS), ..limits.clone() });
    for i in (0..kept.len()).rev() {
        let contract = kept[i].0.contract;
        let fails = system.terms.not(kept[i].0.fact);
        let others = kept.iter().enumerate().filter(|(j, (p, _))| *j != i && p.contract == contract);
        let active: Vec<pm_solve::Activation> = others.map(|(_, (_, a))| *a).collect();
        if solver.check_with(&system.terms, &[fails], &active) == Answer::Unsat {
            kept.remove(i);
        }
    }
    kept.into_iter().map(|(post, _)| post).collect()
}

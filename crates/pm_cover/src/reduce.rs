//! A small suite: vectors are chosen one by one, the one that covers most of what is left first, and those that turn out needless are dropped.
//!
//! A minimum is NP-hard; the greedy choice is within a factor of ln n (Chvátal, "A Greedy Heuristic for the Set-Covering Problem").

use crate::goals::{Goals, Needs};
use crate::judge::TestVector;
use pm_ir::PropId;
use rustc_hash::FxHashSet;

/// What a vector must cover for a goal: one of these events.
pub type Element = Vec<PropId>;

/// All that the goals which are met need.
pub fn elements(goals: &Goals, covered: &FxHashSet<PropId>) -> Vec<Element> {
    let is = |p: &PropId| covered.contains(p);
    let mut all: Vec<Element> = Vec::new();
    for goal in goals.all.iter().filter(|g| g.needs.is_met(|p| is(&p))) {
        match &goal.needs {
            Needs::All(groups) => all.extend(groups.iter().map(|g| g.iter().copied().filter(is).collect())),
            Needs::Pair(pairs) => {
                let both = pairs.iter().find(|(a, b)| is(a) && is(b));
                all.extend(both.into_iter().flat_map(|(a, b)| [vec![*a], vec![*b]]));
            }
            Needs::Unknown(_) => {}
        }
    }
    all.sort();
    all.dedup();
    all
}

/// The places of the vectors that are enough, each with the elements that it is there for.
pub fn choose(vectors: &[TestVector], elements: &[Element]) -> Vec<(usize, Vec<usize>)> {
    let covers: Vec<FxHashSet<usize>> = vectors.iter().map(|v| covered_by(v, elements)).collect();
    let mut left: FxHashSet<usize> = (0..elements.len()).collect();
    let mut chosen: Vec<usize> = Vec::new();
    while !left.is_empty() {
        let gain = |i: &usize| (covers[*i].intersection(&left).count(), std::cmp::Reverse(vectors[*i].inputs.len()));
        let Some(best) = (0..vectors.len()).max_by_key(gain).filter(|b| gain(b).0 > 0) else { break };
        left.retain(|e| !covers[best].contains(e));
        chosen.push(best);
    }
    drop_needless(&mut chosen, &covers);
    assign(&chosen, &covers)
}

pub fn covered_by(vector: &TestVector, elements: &[Element]) -> FxHashSet<usize> {
    let has: FxHashSet<PropId> = vector.covered.iter().copied().collect();
    let is_covered = |(_, e): &(usize, &Element)| e.iter().any(|p| has.contains(p));
    elements.iter().enumerate().filter(is_covered).map(|(i, _)| i).collect()
}

fn drop_needless(chosen: &mut Vec<usize>, covers: &[FxHashSet<usize>]) {
    let mut at = 0;
    while at < chosen.len() {
        let others: FxHashSet<usize> =
            chosen.iter().enumerate().filter(|(i, _)| *i != at).flat_map(|(_, v)| covers[*v].iter().copied()).collect();
        if covers[chosen[at]].is_subset(&others) {
            chosen.remove(at);
        } else {
            at += 1;
        }
    }
}

/// Each element belongs to the first vector that covers it.
fn assign(chosen: &[usize], covers: &[FxHashSet<usize>]) -> Vec<(usize, Vec<usize>)> {
    let mut taken: FxHashSet<usize> = FxHashSet::default();
    let own = |v: &usize| {
        let mut own: Vec<usize> = covers[*v].iter().copied().filter(|e| taken.insert(*e)).collect();
        own.sort_unstable();
        (*v, own)
    };
    chosen.iter().map(own).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(inputs: usize, covered: &[u32]) -> TestVector {
        let inputs = vec![(pm_base::Symbol(0), pm_ir::Ty::BOOL, 0); inputs];
        let covered = covered.iter().map(|p| PropId(*p)).collect();
        TestVector { inputs, contents: Vec::new(), covered, exit: None, error: None, steps: 0, cut: None }
    }

    #[test]
    fn few_vectors_cover_all() {
        let vectors = [vector(1, &[1, 2]), vector(1, &[3]), vector(1, &[1, 2, 3, 4]), vector(1, &[5])];
        let elements: Vec<Element> = (1..=5).map(|p| vec![PropId(p)]).collect();
        let chosen = choose(&vectors, &elements);
        assert_eq!(chosen.iter().map(|(v, _)| *v).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(chosen[0].1, [0, 1, 2, 3]);
    }

    #[test]
    fn what_the_greedy_choice_made_needless_is_dropped() {
        let vectors = [vector(0, &[1, 2, 3]), vector(0, &[1, 4, 5]), vector(0, &[2, 3, 6, 7])];
        let elements: Vec<Element> = (1..=7).map(|p| vec![PropId(p)]).collect();
        let all: Vec<usize> = choose(&vectors, &elements).iter().map(|(v, _)| *v).collect();
        assert_eq!(all, [2, 1]);
    }

    #[test]
    fn one_event_of_an_element_is_enough() {
        let vectors = [vector(3, &[1]), vector(1, &[2])];
        let chosen = choose(&vectors, &[vec![PropId(1), PropId(2)]]);
        assert_eq!(chosen, [(1, vec![0])]);
    }
}

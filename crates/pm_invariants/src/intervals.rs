//! Abstract interpretation of the transition system by location: intervals and known bits of every variable.
//!
//! The fixpoint is approached from below with widening to the constants of the program, then improved by narrowing. What comes out
//! are candidates: nothing is believed before a solver has confirmed it.

use super::block::{Block, State, top_of};
use super::lemma::Lemma;
use pm_model::System;
use pm_solve::Limits;
use pm_term::domain::{Abs, signed};
use pm_term::{Sort, TermId};
use std::collections::BTreeSet;

/// Joins at a location before bounds jump.
const PATIENCE: u32 = 3;
/// Joins at a location before it is given up.
const GIVE_UP: u32 = 60;
const NARROWINGS: u32 = 3;
/// Node evaluations after which the analysis is given up: some seconds.
const WORK: usize = 400_000_000;

/// States by location; `None` where no execution comes.
pub struct Intervals {
    pub states: Vec<Option<State>>,
}

pub struct Analysis {
    blocks: Vec<Block>,
    /// By width.
    thresholds: Vec<Vec<u64>>,
    tops: State,
}

impl Analysis {
    pub fn new(system: &mut System) -> Analysis {
        let blocks: Vec<Block> = (0..system.locations.len()).map(|l| Block::new(system, l as u32)).collect();
        let mut sets: Vec<BTreeSet<u64>> = vec![BTreeSet::new(); 65];
        for c in blocks.iter().flat_map(Block::constants) {
            let near = [c.umin, c.umin.wrapping_add(1), c.umin.wrapping_sub(1)];
            sets[c.width as usize].extend(near.map(|v| v & pm_term::domain::mask(c.width)));
        }
        let thresholds = sets.into_iter().map(|s| s.into_iter().collect()).collect();
        let tops = system.vars.iter().map(|v| top_of(&system.terms, v.now)).collect();
        Analysis { blocks, thresholds, tops }
    }

    /// Constants of a width that occur in the program, and their neighbours.
    pub fn thresholds(&self, width: u32) -> &[u64] {
        self.thresholds.get(width as usize).map_or(&[], Vec::as_slice)
    }

    /// The values of the variables after a location's step.
    pub fn next(&self, location: usize) -> &[TermId] {
        &self.blocks[location].roots[..self.tops.len()]
    }

    /// Where a location's step may lead, with the conditions.
    pub fn targets(&self, location: usize) -> Vec<(u32, TermId)> {
        let block = &self.blocks[location];
        let conds = &block.roots[self.tops.len()..];
        block.targets.iter().map(|t| t.0).zip(conds.iter().copied()).collect()
    }

    /// All that a location's step computes.
    pub fn roots(&self, location: usize) -> &[TermId] {
        &self.blocks[location].roots
    }

    pub fn run(&self, system: &System, limits: &Limits) -> Option<Intervals> {
        let initial: State =
            system.vars.iter().zip(&self.tops).map(|(v, top)| constant(system, v.init).unwrap_or(*top)).collect();
        let mut states: Vec<Option<State>> = vec![None; self.blocks.len()];
        let mut joins = vec![0u32; self.blocks.len()];
        states[System::ENTRY as usize] = Some(initial.clone());
        let mut work: BTreeSet<u32> = BTreeSet::from([System::ENTRY]);
        let mut spent = 0;
        while let Some(l) = work.pop_first() {
            let Some(state) = states[l as usize].clone() else { continue };
            for &(target, guard) in &self.blocks[l as usize].targets {
                if target == System::END {
                    continue;
                }
                spent += self.blocks[l as usize].cost();
                if spent > WORK || limits.exceeded().is_some() {
                    return None;
                }
                let Some(new) = self.blocks[l as usize].execute(&state, guard) else { continue };
                let t = target as usize;
                if self.enter(&mut states[t], new, joins[t]) {
                    joins[t] += 1;
                    work.insert(target);
                }
            }
        }
        for _ in 0..NARROWINGS {
            if spent > WORK / 2 || limits.exceeded().is_some() {
                break;
            }
            states = self.narrowed(&states, &initial);
        }
        Some(Intervals { states })
    }

    /// Joins a state into a location's; whether that changed.
    fn enter(&self, old: &mut Option<State>, new: State, joins: u32) -> bool {
        let Some(before) = old else {
            *old = Some(new);
            return true;
        };
        let joined = before.iter().zip(&new).enumerate().map(|(v, (a, b))| {
            let grown = a.join(b);
            if grown == *a {
                *a
            } else if joins > GIVE_UP {
                self.tops[v]
            } else if joins > PATIENCE {
                a.widen(&grown, &self.thresholds[a.width as usize])
            } else {
                grown
            }
        });
        let joined: State = joined.collect();
        let changed = joined != *before;
        *old = Some(joined);
        changed
    }

    /// One more step from a post-fixpoint: the result is one, too.
    fn narrowed(&self, states: &[Option<State>], initial: &State) -> Vec<Option<State>> {
        let mut out: Vec<Option<State>> = vec![None; states.len()];
        out[System::ENTRY as usize] = Some(initial.clone());
        for (l, state) in states.iter().enumerate() {
            let Some(state) = state else { continue };
            for &(target, guard) in &self.blocks[l].targets {
                if target == System::END {
                    continue;
                }
                let Some(new) = self.blocks[l].execute(state, guard) else { continue };
                let slot = &mut out[target as usize];
                *slot = Some(match slot.take() {
                    None => new,
                    Some(old) => old.iter().zip(&new).map(|(a, b)| a.join(b)).collect(),
                });
            }
        }
        for (new, old) in out.iter_mut().zip(states) {
            if let (Some(new), Some(old)) = (new, old) {
                new.iter_mut().zip(old).for_each(|(n, o)| *n = n.meet(o).unwrap_or(*o));
            }
        }
        out
    }
}

fn constant(system: &System, t: TermId) -> Option<Abs> {
    let width = match system.terms.sort(t) {
        Sort::Bool => 1,
        Sort::Bv(w) => w,
        Sort::Array { .. } => return None,
    };
    let value = system.terms.const_bits(t)?.to_u128()?;
    (width <= pm_term::domain::MAX_WIDTH).then(|| Abs::constant(width, value as u64))
}

impl Intervals {
    /// What the states say, one fact a lemma.
    pub fn lemmas(&self, system: &mut System) -> Vec<Lemma> {
        let mut out = Vec::new();
        for l in 0..self.states.len() {
            let location = l as u32;
            if location == System::END || location == System::ENTRY {
                continue;
            }
            let Some(state) = &self.states[l] else {
                out.push(Lemma { location, fact: TermId::FALSE });
                continue;
            };
            for v in system.locations[l].live.clone() {
                if v as usize != System::PC {
                    facts(system, v, &state[v as usize], |fact| out.push(Lemma { location, fact }));
                }
            }
        }
        out
    }
}

fn facts(system: &mut System, v: u32, value: &Abs, mut add: impl FnMut(TermId)) {
    let now = system.vars[v as usize].now;
    let terms = &mut system.terms;
    let width = match terms.sort(now) {
        Sort::Bool => {
            match value.as_bool() {
                Some(true) => add(now),
                Some(false) => add(terms.not(now)),
                None => {}
            }
            return;
        }
        Sort::Bv(w) if w <= pm_term::domain::MAX_WIDTH => w,
        Sort::Bv(_) | Sort::Array { .. } => return,
    };
    if let Some(k) = value.as_constant() {
        let k = terms.bv(width, k.into());
        add(terms.eq(now, k));
        return;
    }
    let top = Abs::top(width);
    if value.smin > top.smin {
        let k = terms.bv_signed(width, value.smin.into());
        add(terms.sle(k, now));
    }
    if value.smax < top.smax {
        let k = terms.bv_signed(width, value.smax.into());
        add(terms.sle(now, k));
    }
    // Said again only where the signed bounds do not say it.
    if value.smin < 0 || signed(width, value.umax) != value.smax {
        if value.umin > 0 {
            let k = terms.bv(width, value.umin.into());
            add(terms.ule(k, now));
        }
        if value.umax < top.umax {
            let k = terms.bv(width, value.umax.into());
            add(terms.ule(now, k));
        }
    }
    let bounds = Abs { zeros: 0, ones: 0, ..*value };
    let implied = top.meet(&bounds).unwrap_or(top);
    let known = (value.zeros & !implied.zeros) | (value.ones & !implied.ones);
    if known != 0 {
        let (m, k) = (terms.bv(width, known.into()), terms.bv(width, (value.ones & known).into()));
        let masked = terms.and(now, m);
        add(terms.eq(masked, k));
    }
}

//! Constraints on differences of two variables, `x - y <= c`: inconsistent where they close a cycle of negative weight, and only there.
//!
//! A potential that meets all constraints is kept and repaired where a new one is not met (Cotton and Maler, "Fast and Flexible Difference Constraint Propagation for DPLL(T)"); what closes a
//! cycle is the reason. Taking constraints back leaves the potential as it is.

use crate::linear::{Linear, Var};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// `to - from <= weight`.
struct Arc {
    from: u32,
    to: u32,
    weight: i128,
    needs: Vec<u32>,
}

#[derive(Default)]
pub struct Differences {
    vertices: FxHashMap<Var, u32>,
    potential: Vec<i128>,
    arcs: Vec<Arc>,
    /// By vertex: the arcs that begin there.
    leaving: Vec<Vec<u32>>,
    /// By level: the number of arcs.
    levels: Vec<usize>,
}

impl Differences {
    pub fn push(&mut self) {
        self.levels.push(self.arcs.len());
    }

    pub fn back_to(&mut self, level: u32) {
        let Some(&count) = self.levels.get(level as usize) else { return };
        while self.arcs.len() > count {
            if let Some(arc) = self.arcs.pop() {
                self.leaving[arc.from as usize].pop();
            }
        }
        self.levels.truncate(level as usize);
    }

    /// Whether it understands a constraint.
    pub fn takes(linear: &Linear) -> bool {
        matches!(linear.sum[..], [(1, _), (-1, _)] | [(-1, _), (1, _)])
    }

    /// Adds a constraint.
    ///
    /// # Errors
    /// It is inconsistent with others, because of these nodes.
    pub fn add(&mut self, linear: &Linear) -> Result<(), Vec<u32>> {
        let &[(first, a), (_, b)] = &linear.sum[..] else { return Ok(()) };
        let (to, from) = if first == 1 { (a, b) } else { (b, a) };
        let (from, to) = (self.vertex(from), self.vertex(to));
        let number = self.arcs.len() as u32;
        self.arcs.push(Arc { from, to, weight: linear.bound, needs: linear.needs.clone() });
        self.leaving[from as usize].push(number);
        self.repair(number)
    }

    fn vertex(&mut self, var: Var) -> u32 {
        let next = self.potential.len() as u32;
        let vertex = *self.vertices.entry(var).or_insert(next);
        if vertex == next {
            self.potential.push(0);
            self.leaving.push(Vec::new());
        }
        vertex
    }

    /// Lowers potentials until the new arc and all others are met.
    fn repair(&mut self, new: u32) -> Result<(), Vec<u32>> {
        let source = self.arcs[new as usize].from;
        let mut before: FxHashMap<u32, i128> = FxHashMap::default();
        let mut parents: FxHashMap<u32, u32> = FxHashMap::default();
        let mut queue = VecDeque::from([new]);
        while let Some(arc) = queue.pop_front() {
            let Arc { from, to, weight, .. } = self.arcs[arc as usize];
            let low = self.potential[from as usize] + weight;
            if low >= self.potential[to as usize] {
                continue;
            }
            if to == source {
                let reason = self.cycle(arc, new, &parents);
                before.into_iter().for_each(|(v, p)| self.potential[v as usize] = p);
                return Err(reason);
            }
            before.entry(to).or_insert(self.potential[to as usize]);
            self.potential[to as usize] = low;
            parents.insert(to, arc);
            queue.extend(&self.leaving[to as usize]);
        }
        Ok(())
    }

    /// The reasons of the arcs from the new one to the last one, which ends where the new one begins.
    fn cycle(&self, last: u32, new: u32, parents: &FxHashMap<u32, u32>) -> Vec<u32> {
        let (mut needs, mut sum, mut at) = (Vec::new(), 0, last);
        loop {
            let arc = &self.arcs[at as usize];
            needs.extend(&arc.needs);
            sum += arc.weight;
            if at == new {
                break;
            }
            at = parents[&arc.from];
        }
        assert!(sum < 0, "the cycle is no contradiction");
        needs.sort_unstable();
        needs.dedup();
        needs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VARS: u32 = 3;
    const MOST: i128 = 3;

    fn has_solution(all: &[Linear]) -> bool {
        (0..(MOST + 1).pow(VARS)).any(|code| {
            let value = |v: &Var| code / (MOST + 1).pow(v.node) % (MOST + 1);
            all.iter().all(|l| l.sum.iter().map(|(c, v)| c * value(v)).sum::<i128>() <= l.bound)
        })
    }

    /// What it refuses has no solution, and the reason alone has none; what it takes back is forgotten.
    #[test]
    fn refuses_what_has_no_solution() {
        let mut random = pm_base::Random::new(3);
        let mut refused = 0;
        for _ in 0..2000 {
            let (mut d, mut all): (Differences, Vec<Linear>) = Default::default();
            let mut counts = Vec::new();
            for number in 0..12u32 {
                if random.below(3) == 0 {
                    d.push();
                    counts.push(all.len());
                }
                if random.below(5) == 0 && !counts.is_empty() {
                    let level = random.below(counts.len() as u64) as usize;
                    d.back_to(level as u32);
                    all.truncate(counts[level]);
                    counts.truncate(level);
                }
                let (x, y) = (random.below(VARS.into()) as u32, random.below(VARS.into()) as u32);
                if x == y {
                    continue;
                }
                let bound = random.below(5) as i128 - 3;
                let var = |node| Var { node, signed: false };
                let linear = Linear { sum: vec![(1, var(x)), (-1, var(y))], bound, needs: vec![number] };
                all.push(linear.clone());
                if let Err(reason) = d.add(&linear) {
                    refused += 1;
                    let core: Vec<Linear> = all.iter().filter(|l| reason.contains(&l.needs[0])).cloned().collect();
                    assert!(!has_solution(&core), "{core:?}");
                    break;
                }
            }
        }
        assert!(refused > 500, "{refused}");
    }
}

//! Drops literals: one by one (Alg. 4.3.2), or by halves where there are many (Alg. 4.3.3). What stands against it may be blocked (5.11).

use super::super::Search;
use super::super::options::Part;
use crate::cfa::cubes::Cube;
use pm_model::System;
use pm_solve::Limit;

/// Cubes with more literals are reduced by halves.
const FEW: usize = 4;
/// Counterexamples to the dropping of one literal that are blocked.
const COUNTEREXAMPLES: usize = 3;

impl Search<'_> {
    /// Some of the candidates that suffice for a command, with those that are necessary.
    pub(super) fn reduce(
        &mut self,
        command: usize,
        level: u32,
        candidates: &Cube,
        necessary: &Cube,
    ) -> Result<Cube, Limit> {
        if candidates.len() > FEW {
            let kept = self.by_halves(command, level, candidates, necessary)?;
            return Ok(kept.union(necessary));
        }
        let mut all = candidates.union(necessary);
        for &literal in candidates.literals() {
            let fewer = all.without(literal);
            if !all.contains(literal) || fewer.is_empty() && self.taken[command] {
                continue;
            }
            match self.is_reached(command, level, &fewer, self.how.has(Part::Ctg))? {
                Some(core) => all = core.union(necessary),
                None if self.how.has(Part::Ctg) && self.block_counterexamples(command, level, &fewer)? => all = fewer,
                None => self.taken[command] |= fewer.is_empty(),
            }
        }
        Ok(all)
    }

    /// Of the literals some that suffice, together with the support.
    fn by_halves(&mut self, command: usize, level: u32, cube: &Cube, support: &Cube) -> Result<Cube, Limit> {
        if cube.len() <= 1 {
            return Ok(cube.clone());
        }
        let (left, right) = cube.literals().split_at(cube.len() / 2);
        let (left, right) = (Cube::new(left.to_vec()), Cube::new(right.to_vec()));
        for half in [&left, &right] {
            if let Some(core) = self.is_reached(command, level, &support.union(half), false)? {
                return self.by_halves(command, level, &core.minus(support), support);
            }
        }
        let left = self.by_halves(command, level, &left, &support.union(&right))?;
        let right = self.by_halves(command, level, &right, &support.union(&left))?;
        Ok(left.union(&right))
    }

    /// Blocks what leads into a cube, if it is blocked one frame before without more ado; whether nothing is left.
    fn block_counterexamples(&mut self, command: usize, level: u32, cube: &Cube) -> Result<bool, Limit> {
        let from = self.ground.graph.commands[command].from;
        if level < 2 || from == System::ENTRY {
            return Ok(false);
        }
        for _ in 0..COUNTEREXAMPLES {
            let before = self.predecessor(command, cube)?;
            if !self.is_inductive(from, level - 1, &before)? {
                return Ok(false);
            }
            let how = self.how;
            self.how = how.without(Part::Ctg);
            let general = self.generalise(from, level - 1, &before);
            self.how = how;
            self.enter(from, general?, level - 1);
            if self.is_reached(command, level, cube, true)?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

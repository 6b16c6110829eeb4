//! Shrinks a blocked cube to fewer literals.
//!
//! Input: a cube without initial states that is inductive relative to the frame below. Output: a part of it for which that still
//! holds. Literals are tried one after the other, those that lemmas rarely mention first. If dropping one lets a predecessor in (a
//! counterexample to generalisation), the predecessor itself may be excluded, or the cube is joined with it (`down` and `ctgDown` of
//! Hassan, Bradley, Somenzi, "Better generalization in IC3", 2013).

use super::{Cube, Ic3};
use crate::code::Code;
use pm_solve::Limit;
use rustc_hash::FxHashSet;

impl Ic3<'_> {
    pub(super) fn generalise(&mut self, mut cube: Cube, frame: usize, depth: u32) -> Result<Cube, Limit> {
        cube.sort_by(|a, b| self.activity[a.var()].total_cmp(&self.activity[b.var()]));
        let mut needed: FxHashSet<Code> = FxHashSet::default();
        while cube.len() > 1
            && let Some(at) = cube.iter().position(|l| !needed.contains(l))
        {
            let dropped = cube[at];
            let candidate: Cube = cube.iter().copied().filter(|&l| l != dropped).collect();
            match self.down(candidate, frame, &needed, depth)? {
                Some(smaller) => {
                    let smaller: FxHashSet<Code> = smaller.into_iter().collect();
                    cube.retain(|l| smaller.contains(l));
                }
                None => {
                    needed.insert(dropped);
                }
            }
        }
        Ok(cube)
    }

    /// A part of the candidate that is inductive at the frame and has no initial states.
    fn down(
        &mut self,
        mut cube: Cube,
        frame: usize,
        needed: &FxHashSet<Code>,
        depth: u32,
    ) -> Result<Option<Cube>, Limit> {
        let mut ctgs = 0;
        loop {
            if cube.is_empty() || self.intersects_init(&cube)? {
                return Ok(None);
            }
            if let Some(core) = self.is_inductive(&cube, frame)? {
                return Ok(Some(self.avoid_init(core, &cube)?));
            }
            if depth == 0 {
                return Ok(None);
            }
            let in_model: Vec<bool> = cube.iter().map(|&l| self.solver.value(l) == Some(true)).collect();
            if ctgs < self.options.max_ctgs && frame > 1 && self.block_ctg(&cube, frame, depth)? {
                ctgs += 1;
                continue;
            }
            ctgs = 0;
            if cube.iter().zip(&in_model).any(|(l, &kept)| !kept && needed.contains(l)) {
                return Ok(None);
            }
            let mut kept = in_model.iter();
            cube.retain(|_| kept.next().copied().unwrap_or(false));
        }
    }

    /// Excludes the predecessor in the solver's model, if the frame below allows it.
    fn block_ctg(&mut self, cube: &[Code], frame: usize, depth: u32) -> Result<bool, Limit> {
        let predecessor = self.lift_step(cube);
        if self.intersects_init(&predecessor)? {
            return Ok(false);
        }
        let Some(core) = self.is_inductive(&predecessor, frame - 1)? else { return Ok(false) };
        self.block_inductive(core, &predecessor, frame - 1, depth - 1)?;
        Ok(true)
    }
}

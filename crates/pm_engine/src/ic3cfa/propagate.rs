//! Propagation: what is blocked in a frame and stays so moves to the next one; the first frame that loses nothing to its successor is an invariant.

use super::Search;
use super::options::Part;
use crate::cfa::cubes::Cube;
use pm_solve::Limit;

impl Search<'_> {
    /// Moves cubes on, up to a last frame. The frame that repeats, if there is one.
    pub(super) fn propagate(&mut self, last: u32) -> Result<Option<u32>, Limit> {
        for level in 1..=last {
            for location in 0..self.frames.locations() {
                if self.how.has(Part::Propagation) {
                    self.propagate_at(location, level)?;
                }
            }
            if self.frames.repeats(level) && (level >= self.ground.graph.depth() || !self.how.has(Part::Initialisation))
            {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }

    fn propagate_at(&mut self, location: u32, level: u32) -> Result<(), Limit> {
        let here = self.frames.at(location).iter().filter(|b| b.level == level);
        let cubes: Vec<(u32, Cube)> = here.map(|b| (b.number, b.cube.clone())).collect();
        for (number, cube) in cubes {
            if self.is_inductive(location, level + 1, &cube)? {
                self.frames.raise(location, number, level + 1);
                self.tell(location, &cube, level + 1);
            }
        }
        Ok(())
    }
}

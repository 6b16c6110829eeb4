//! Obligations: cubes from which a bad state is reachable, to be excluded from a frame.
//!
//! The lowest frame comes first; a blocked cube comes back one frame higher, which finds long counterexamples and lemmas early.
//!
//! With domains (solver.rs), a predecessor may lie outside the frame because of lemmas that reach beyond the cone. That is a wasted
//! obligation, not an error: the predecessor does make its step, excluding it is as valid as ever, and the lemma that does so is
//! over variables of the cone, so that the same question does not find it again.

use super::frames::FOREVER;
use super::{Cube, Ic3};
use pm_solve::Limit;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

struct Obligation {
    cube: Rc<Cube>,
    /// The obligation that it leads to.
    successor: Option<usize>,
}

#[derive(Default)]
pub(super) struct Obligations {
    all: Vec<Obligation>,
    /// Frame, then the newest first.
    queue: BinaryHeap<(Reverse<usize>, usize)>,
}

impl Obligations {
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.queue.clear();
    }
    fn add(&mut self, cube: Cube, successor: Option<usize>, frame: usize) {
        self.all.push(Obligation { cube: Rc::new(cube), successor });
        self.queue.push((Reverse(frame), self.all.len() - 1));
    }
    fn again(&mut self, id: usize, frame: usize) {
        self.queue.push((Reverse(frame), id));
    }
    fn pop(&mut self) -> Option<(usize, usize)> {
        self.queue.pop().map(|(Reverse(frame), id)| (frame, id))
    }
    /// The cubes from one that was added on.
    fn path(&self, first: Cube, mut at: Option<usize>) -> Vec<Cube> {
        let mut path = vec![first];
        while let Some(id) = at {
            path.push(self.all[id].cube.to_vec());
            at = self.all[id].successor;
        }
        path
    }
}

impl Ic3<'_> {
    /// Excludes a cube of bad states from the top frame, or returns the cubes of a path to it.
    pub(super) fn block(&mut self, cube: Cube, top: usize) -> Result<Option<Vec<Cube>>, Limit> {
        self.obligations.clear();
        if self.intersects_init(&cube)? {
            return Ok(Some(vec![cube]));
        }
        self.obligations.add(cube, None, top);
        while let Some((frame, id)) = self.obligations.pop() {
            let cube = self.obligations.all[id].cube.clone();
            if let Some(excluded) = self.frames.excluded_at(&cube, frame) {
                if excluded < top {
                    self.obligations.again(id, excluded + 1);
                }
                continue;
            }
            if let Some(core) = self.is_inductive(&cube, frame)? {
                let reached = self.block_inductive(core, &cube, frame, self.options.ctg_depth)?;
                if reached < top {
                    self.obligations.again(id, reached + 1);
                }
                continue;
            }
            let predecessor = self.lift_step(&cube);
            if frame == 1 || self.intersects_init(&predecessor)? {
                return Ok(Some(self.obligations.path(predecessor, Some(id))));
            }
            self.obligations.again(id, frame);
            self.obligations.add(predecessor, Some(id), frame - 1);
        }
        Ok(None)
    }

    /// Excludes `whole`, of which `core` is inductive at a frame, as strongly and as high as possible; up to which frame.
    pub(super) fn block_inductive(
        &mut self,
        core: Cube,
        whole: &[crate::code::Code],
        frame: usize,
        depth: u32,
    ) -> Result<usize, Limit> {
        if let Some(core) = self.is_inductive(whole, FOREVER)? {
            let core = self.avoid_init(core, whole)?;
            let mut lemma = self.generalise(core, FOREVER, 0)?;
            lemma.sort_unstable();
            self.add_lemma(lemma, FOREVER);
            return Ok(FOREVER);
        }
        let core = self.avoid_init(core, whole)?;
        let mut lemma = self.generalise(core, frame, depth)?;
        let mut reached = frame;
        while reached + 1 < self.frames.len() {
            match self.is_inductive(&lemma, reached + 1)? {
                Some(core) => {
                    lemma = self.avoid_init(core, &lemma)?;
                    reached += 1;
                }
                None => break,
            }
        }
        lemma.sort_unstable();
        self.add_lemma(lemma, reached);
        Ok(reached)
    }
}

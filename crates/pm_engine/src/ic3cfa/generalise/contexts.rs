//! What was found for a command before (5.6), and what was needed (5.7).

use crate::cfa::cubes::Cube;
use crate::ic3cfa::frames::Frames;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::rc::Rc;

/// Contexts of a command that are kept.
const KEPT: usize = 32;

/// A cube was generalised for a command and a frame.
struct Context {
    cube: Cube,
    general: Cube,
    level: u32,
    /// The frame before the command: numbers of cubes that are blocked there, ascending.
    frame: Rc<[u32]>,
}

/// By command: the latest first.
#[derive(Default)]
pub struct Contexts {
    by_command: FxHashMap<usize, VecDeque<Context>>,
}

fn is_subset(a: &[u32], b: &[u32]) -> bool {
    a.iter().all(|n| b.binary_search(n).is_ok())
}

impl Contexts {
    /// A generalisation of before that is one of this cube: the frame before the command is as small as it was (5.6).
    pub fn find(&mut self, frames: &Frames, (command, from): (usize, u32), level: u32, cube: &Cube) -> Option<Cube> {
        let all = self.by_command.get_mut(&command)?;
        let mut now: Option<Rc<[u32]>> = None;
        // A frame only gets smaller, and contains those before it.
        let mut is_as_small = |c: &Context| {
            level <= c.level
                || is_subset(&c.frame, now.get_or_insert_with(|| frames.numbers(from, level.saturating_sub(1))))
        };
        let at = all.iter().position(|c| c.general.is_subset(cube) && is_as_small(c))?;
        let found = all.remove(at)?;
        let general = found.general.clone();
        all.push_front(found);
        Some(general)
    }

    /// The literals of the cube that were needed where the frame was as small as now, or smaller (5.7).
    pub fn needed(&self, frames: &Frames, (command, from): (usize, u32), level: u32, cube: &Cube) -> Option<Cube> {
        let mut same = self.by_command.get(&command)?.iter().filter(|c| c.cube == *cube).peekable();
        same.peek()?;
        let now = frames.numbers(from, level.saturating_sub(1));
        same.find(|c| is_subset(&now, &c.frame)).map(|c| c.general.clone())
    }

    pub fn add(&mut self, frames: &Frames, (command, from): (usize, u32), level: u32, cube: &Cube, general: &Cube) {
        let frame = frames.numbers(from, level.saturating_sub(1));
        let all = self.by_command.entry(command).or_default();
        all.push_front(Context { cube: cube.clone(), general: general.clone(), level, frame });
        all.truncate(KEPT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pm_term::{Sort, Terms};

    /// Examples 5.6.4 and 5.7.2: blocked are c1 alone, and c1 together with c2.
    #[test]
    fn contexts_of_the_thesis() {
        let mut t = Terms::new();
        let [p1, p2, p3, c1, c2] = ["p1", "p2", "p3", "c1", "c2"].map(|n| t.symbol(n, Sort::Bool));
        let mut frames = Frames::new(2);
        let mut contexts = Contexts::default();
        frames.add(1, Cube::new(vec![c1]), 9);
        let (cube, general) = (Cube::new(vec![p1, p2]), Cube::new(vec![p1]));
        contexts.add(&frames, (0, 1), 2, &cube, &general);
        frames.add(1, Cube::new(vec![c2]), 9);
        let similar = Cube::new(vec![p1, p3]);
        assert_eq!(contexts.find(&frames, (0, 1), 5, &similar), Some(general.clone()));
        assert_eq!(contexts.find(&frames, (0, 1), 5, &Cube::new(vec![p2])), None);
        assert_eq!(contexts.needed(&frames, (0, 1), 5, &cube), None, "less was known then");
        contexts.add(&frames, (0, 1), 5, &cube, &general);
        assert_eq!(contexts.needed(&frames, (0, 1), 6, &cube), Some(general));
        assert_eq!(contexts.find(&frames, (0, 1), 11, &similar), None, "another frame, of which nothing is known");
    }
}

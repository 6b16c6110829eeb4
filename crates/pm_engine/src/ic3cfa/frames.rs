//! Frames: what is known of the states at each location after at most so many steps.
//!
//! Each blocked cube is kept once, with the largest frame that it is blocked in (delta encoding): F(i, l) are the cubes at `l` whose level is `i` or more, negated.

use crate::cfa::cubes::Cube;
use std::rc::Rc;

/// The level of what holds in all executions.
pub const FOR_EVER: u32 = u32::MAX;

/// A blocked cube.
#[derive(Clone, Debug)]
pub struct Blocked {
    /// Of its own, whatever its level becomes.
    pub number: u32,
    pub cube: Cube,
    pub level: u32,
}

#[derive(Default)]
pub struct Frames {
    /// By location.
    places: Vec<Vec<Blocked>>,
    /// By location: grows with each change.
    versions: Vec<u64>,
    next: u32,
}

impl Frames {
    pub fn new(locations: usize) -> Frames {
        Frames { places: vec![Vec::new(); locations], versions: vec![0; locations], next: 0 }
    }

    pub fn at(&self, location: u32) -> &[Blocked] {
        &self.places[location as usize]
    }

    pub fn version(&self, location: u32) -> u64 {
        self.versions[location as usize]
    }

    pub fn locations(&self) -> u32 {
        self.places.len() as u32
    }

    /// The cubes of F(level, location).
    pub fn frame(&self, location: u32, level: u32) -> impl Iterator<Item = &Blocked> {
        self.at(location).iter().filter(move |b| b.level >= level)
    }

    /// The same by their numbers.
    pub fn numbers(&self, location: u32, level: u32) -> Rc<[u32]> {
        let mut numbers: Vec<u32> = self.frame(location, level).map(|b| b.number).collect();
        numbers.sort_unstable();
        numbers.into()
    }

    /// Blocks a cube in the frames up to a level. Cubes that it makes needless go.
    pub fn add(&mut self, location: u32, cube: Cube, level: u32) {
        let place = &mut self.places[location as usize];
        place.retain(|b| b.level > level || !cube.is_subset(&b.cube));
        place.push(Blocked { number: self.next, cube, level });
        self.next += 1;
        self.versions[location as usize] += 1;
    }

    /// The largest level at which a blocked cube contains this one, by their literals.
    pub fn level_of(&self, location: u32, cube: &Cube) -> Option<u32> {
        self.at(location).iter().filter(|b| b.cube.is_subset(cube)).map(|b| b.level).max()
    }

    pub fn raise(&mut self, location: u32, number: u32, level: u32) {
        if let Some(b) = self.places[location as usize].iter_mut().find(|b| b.number == number) {
            b.level = level;
            self.versions[location as usize] += 1;
        }
    }

    /// No cube has exactly this level: the frame is the next one, at all locations.
    pub fn repeats(&self, level: u32) -> bool {
        self.places.iter().flatten().all(|b| b.level != level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pm_term::{Sort, Terms};

    #[test]
    fn each_cube_once_with_its_level() {
        let mut t = Terms::new();
        let [a, b] = ["a", "b"].map(|n| t.symbol(n, Sort::Bool));
        let mut frames = Frames::new(2);
        frames.add(1, Cube::new(vec![a, b]), 1);
        frames.add(1, Cube::new(vec![b]), 2);
        assert_eq!(frames.at(1).len(), 1, "the larger cube makes the smaller one needless");
        assert_eq!(frames.level_of(1, &Cube::new(vec![a, b])), Some(2));
        assert_eq!(frames.level_of(1, &Cube::new(vec![a])), None);
        assert!(frames.repeats(1) && !frames.repeats(2));
        let number = frames.at(1)[0].number;
        frames.raise(1, number, 3);
        assert!(frames.repeats(2) && frames.frame(1, 3).count() == 1);
    }
}

//! The frames: each lemma is kept at the highest frame in which it is known to hold.
//!
//! Above all frames is one for ever: its lemmas are inductive relative to each other, whatever the frames say. A lemma that
//! is found there needs no pushing and cannot be too strong for later frames.

use super::{Cube, Ic3};
use crate::code::Code;
use crate::solver::{Handle, INIT, STATE, Tag};

/// The frame above all others.
pub(super) const FOREVER: usize = usize::MAX;

pub(super) struct Lemma {
    /// The excluded states; sorted.
    pub(super) cube: Cube,
    signature: u64,
    handle: Handle,
}

pub(super) struct Frames {
    /// Frame 0 has no lemmas: it is the initial states. Frame 1 is there from the beginning.
    frames: Vec<Vec<Lemma>>,
    forever: Vec<Lemma>,
}

impl Frames {
    pub(super) fn new() -> Self {
        Frames { frames: vec![Vec::new(), Vec::new()], forever: Vec::new() }
    }
    pub(super) fn len(&self) -> usize {
        self.frames.len()
    }
    pub(super) fn open(&mut self) {
        self.frames.push(Vec::new());
    }
    /// The cubes that this frame excludes and no higher one.
    pub(super) fn cubes(&self, frame: usize) -> impl Iterator<Item = &[Code]> {
        self.frames[frame].iter().map(|l| &l.cube[..])
    }
    /// The cubes that are excluded from a frame on.
    pub(super) fn cubes_from(&self, frame: usize) -> impl Iterator<Item = &[Code]> {
        self.frames[frame..].iter().flatten().chain(&self.forever).map(|l| &l.cube[..])
    }
    pub(super) fn take(&mut self, frame: usize) -> Vec<Lemma> {
        std::mem::take(&mut self.frames[frame])
    }
    pub(super) fn put(&mut self, frame: usize, lemma: Lemma) {
        if frame == FOREVER { self.forever.push(lemma) } else { self.frames[frame].push(lemma) }
    }

    /// The highest frame, from `frame` on, whose lemmas exclude the whole (sorted) cube.
    pub(super) fn excluded_at(&self, cube: &[Code], frame: usize) -> Option<usize> {
        let signature = signature(cube);
        let excludes = |l: &Lemma| l.signature & !signature == 0 && is_subset(&l.cube, cube);
        if self.forever.iter().any(excludes) {
            return Some(FOREVER);
        }
        (frame..self.frames.len()).rev().find(|&i| self.frames[i].iter().any(excludes))
    }
}

/// The tag of a frame's clauses.
pub(super) fn tag(frame: usize) -> Tag {
    if frame == FOREVER { STATE } else { INIT + frame as Tag }
}

impl Ic3<'_> {
    /// Excludes a (sorted) cube up to a frame; lemmas that say less go.
    pub(super) fn add_lemma(&mut self, cube: Cube, frame: usize) {
        let signature = signature(&cube);
        let highest = frame.min(self.frames.len() - 1);
        for i in 1..=highest {
            let lemmas = &mut self.frames.frames[i];
            let mut at = 0;
            while at < lemmas.len() {
                let old = &lemmas[at];
                if signature & !old.signature == 0 && is_subset(&cube, &old.cube) {
                    let old = lemmas.swap_remove(at);
                    self.solver.remove(old.handle);
                } else {
                    at += 1;
                }
            }
        }
        for lit in &cube {
            self.activity[lit.var()] += self.increment;
        }
        self.decay();
        let clause: Vec<Code> = cube.iter().map(|&l| !l).collect();
        let handle = self.solver.add_clause(&clause, tag(frame));
        self.frames.put(frame, Lemma { cube, signature, handle });
    }

    pub(super) fn push_lemma(&mut self, lemma: Lemma, frame: usize) {
        self.solver.retag(lemma.handle, tag(frame));
        self.frames.put(frame, lemma);
    }

    fn decay(&mut self) {
        self.increment *= 1.0 / 0.99;
        if self.increment > 1e100 {
            self.activity.iter_mut().for_each(|a| *a *= 1e-100);
            self.increment *= 1e-100;
        }
    }
}

/// A bit a literal: a subset has no bit that the whole has not.
fn signature(cube: &[Code]) -> u64 {
    cube.iter().fold(0, |s, l| s | 1 << (l.0.wrapping_mul(0x9e37_79b9) >> 26))
}

/// Of sorted cubes.
fn is_subset(small: &[Code], large: &[Code]) -> bool {
    if small.len() > large.len() {
        return false;
    }
    let mut rest = large.iter();
    small.iter().all(|l| rest.any(|m| m == l))
}

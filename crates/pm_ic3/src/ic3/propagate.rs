//! Pushes lemmas to the highest frame in which they hold; finds the fixpoint.

use super::Ic3;
use pm_solve::Limit;

impl Ic3<'_> {
    /// Tries each lemma one frame higher, up to a new top frame. Returns a frame that equals the next one.
    pub(super) fn propagate(&mut self) -> Result<Option<usize>, Limit> {
        let top = self.frames.len() - 1;
        self.frames.open();
        for frame in 1..=top {
            let lemmas = self.frames.take(frame);
            let mut rest = lemmas.into_iter();
            while let Some(lemma) = rest.next() {
                match self.step_into(&lemma.cube, frame, false) {
                    Ok(Some(_)) => self.push_lemma(lemma, frame + 1),
                    Ok(None) => self.frames.put(frame, lemma),
                    Err(limit) => {
                        self.frames.put(frame, lemma);
                        rest.for_each(|l| self.frames.put(frame, l));
                        return Err(limit);
                    }
                }
            }
            if self.frames.cubes(frame).next().is_none() {
                return Ok(Some(frame));
            }
        }
        Ok(None)
    }
}

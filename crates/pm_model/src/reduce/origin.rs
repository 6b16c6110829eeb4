//! The way back from a reduced system: what was proved of it, said of the system as it was.
//!
//! A state of the system as it was has an image in the reduced one as long as the facts hold that reductions rest on. Each layer is a part of that map: a
//! symbol of the reduced system is a term over the system before. A fact about the image, with the terms put in, is a fact about the state; it
//! is inductive together with the facts that reductions rest on, if it was inductive in the reduced system.

use super::{Reduction, Used};
use crate::System;
use crate::contracts::Contracts;
use crate::invariants::Lemma;
use crate::system::Location;
use pm_term::{Substitution, TermId, Terms};

pub struct Origin {
    /// The system as it was, but for its terms: they are those of the reduced system, where nothing is ever removed.
    whole: System,
    layers: Vec<Layer>,
    /// What reductions rest on, over the variables of the whole system.
    lemmas: Vec<Lemma>,
    used: Vec<Used>,
}

enum Layer {
    /// Symbols stand for terms.
    Renamed(Vec<(TermId, TermId)>),
    /// By location: symbols that are 0 there, with that.
    Cleared(Vec<Vec<(TermId, TermId)>>),
}

impl Origin {
    /// Of a system that is to be reduced. The events of its steps stay with the whole system, the only one that paths are executed in.
    pub(super) fn new(system: &mut System) -> Origin {
        let location = |l: &mut Location| {
            let (name, live, step) = (l.name.clone(), l.live.clone(), std::mem::take(&mut l.step));
            let around = l.around.clone();
            Location { name, of: l.of, span: l.span, around, live, step }
        };
        let whole = System {
            terms: Terms::new(),
            vars: system.vars.clone(),
            inputs: system.inputs.clone(),
            locations: system.locations.iter_mut().map(location).collect(),
            automaton: system.automaton.clone(),
            bad: system.bad.clone(),
            reached: system.reached.clone(),
            assumed: system.assumed.clone(),
            missing_bodies: system.missing_bodies.clone(),
            contracts: Contracts::default(),
            pools: Vec::new(),
            pointers: Vec::new(),
            objects: system.objects.clone(),
            cells: Vec::new(),
            prophecies: Vec::new(),
        };
        Origin { whole, layers: Vec::new(), lemmas: Vec::new(), used: Vec::new() }
    }

    /// What was done, without what had nothing to do.
    pub fn used(&self) -> &[Used] {
        &self.used
    }

    /// Does something with the system as it was. `reduced` is the one that was made of it.
    pub fn with_whole<T>(&mut self, reduced: &mut System, work: impl FnOnce(&mut System) -> T) -> T {
        std::mem::swap(&mut self.whole.terms, &mut reduced.terms);
        let done = work(&mut self.whole);
        std::mem::swap(&mut self.whole.terms, &mut reduced.terms);
        done
    }

    /// Facts of the reduced system as facts of the whole one, after those that the reductions rest on.
    pub fn lemmas(&self, reduced: &mut System, found: &[Lemma]) -> Vec<Lemma> {
        let mut back = Back::new(&self.layers);
        let found = found.iter().map(|l| back.translate(&mut reduced.terms, *l));
        self.lemmas.iter().copied().chain(found).collect()
    }

    /// Latches of the reduced system's circuit that others stand for.
    pub fn note_latches(&mut self, count: usize) {
        self.used.retain(|u| u.reduction != Reduction::Latches);
        self.note(Reduction::Latches, count);
    }

    pub(super) fn note(&mut self, reduction: Reduction, count: usize) {
        match self.used.iter_mut().find(|u| u.reduction == reduction) {
            Some(used) => used.count += count,
            None if count > 0 => self.used.push(Used { reduction, count }),
            None => {}
        }
    }

    pub(super) fn rename(&mut self, back: Vec<(TermId, TermId)>) {
        if !back.is_empty() {
            self.layers.push(Layer::Renamed(back));
        }
    }

    pub(super) fn clear(&mut self, by_location: Vec<Vec<(TermId, TermId)>>) {
        self.layers.push(Layer::Cleared(by_location));
    }

    /// From here on the fact, which was shown of the system as it is now, is made use of.
    pub(super) fn rest_on(&mut self, system: &mut System, lemma: Lemma) {
        let lemma = Back::new(&self.layers).translate(&mut system.terms, lemma);
        self.lemmas.push(lemma);
    }
}

/// The layers as substitutions, with what they have rebuilt so far.
struct Back<'a> {
    layers: Vec<(&'a Layer, Vec<Option<Substitution>>)>,
}

impl<'a> Back<'a> {
    fn new(layers: &'a [Layer]) -> Self {
        Back { layers: layers.iter().rev().map(|layer| (layer, Vec::new())).collect() }
    }

    fn translate(&mut self, terms: &mut Terms, lemma: Lemma) -> Lemma {
        let mut fact = lemma.fact;
        for (layer, memos) in &mut self.layers {
            let (slot, pairs) = match layer {
                Layer::Renamed(pairs) => (0, pairs),
                Layer::Cleared(by_location) => (lemma.location as usize, &by_location[lemma.location as usize]),
            };
            memos.resize_with(memos.len().max(slot + 1), || None);
            let memo = memos[slot].get_or_insert_with(|| {
                let mut new = Substitution::new();
                pairs.iter().for_each(|(from, to)| new.replace(*from, *to));
                new
            });
            fact = terms.substitute(fact, memo);
        }
        Lemma { location: lemma.location, fact }
    }
}

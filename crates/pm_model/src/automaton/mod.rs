//! The control-flow automaton of a program: what a step from each location does.
//!
//! ```text
//!   ENTRY ──[guard] x := 0──▶ head of a loop ⟲ [x < n] x := x + 1 ──▶ …
//! ```
//!
//! An edge is taken where its guard holds. Then its variables get their new values, all at once, and the others keep theirs. The guards of
//! one location exclude each other, and where none holds the execution ends. Guards and values are terms over variables and inputs, and
//! never over the program counter; an input has another value in each step. What a step may violate or reach is told by location, in the same terms.
//!
//! This is what all else is derived from: the next values, bad conditions and reached properties of a [`System`] are a view of it
//! ([`System::flatten`]). Who changes a system changes the automaton, and flattens.

mod commands;
mod edge;
mod flatten;
mod slice;
#[cfg(test)]
mod tests;
mod text;

pub use edge::Edge;
pub use slice::Liveness;
pub use text::write_text;
pub(crate) use text::{label, printer};

use crate::system::{StateVar, System};
use flatten::Choice;
use pm_ir::PropId;
use pm_term::{Bits, Evaluator, TermId, Terms, Value};

#[derive(Clone, Default)]
pub struct Automaton {
    /// By location.
    pub places: Vec<Place>,
}

/// What a step from one location does.
#[derive(Clone, Default)]
pub struct Place {
    pub edges: Vec<Edge>,
    /// Properties, each with the condition under which the step reaches it.
    pub reached: Vec<(PropId, TermId)>,
}

impl Automaton {
    /// Without edges.
    pub fn new(locations: usize) -> Automaton {
        Automaton { places: vec![Place::default(); locations] }
    }

    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        self.places.iter().flat_map(|p| &p.edges)
    }

    pub fn edges_mut(&mut self) -> impl Iterator<Item = &mut Edge> {
        self.places.iter_mut().flat_map(|p| &mut p.edges)
    }

    pub fn add(&mut self, edge: Edge) {
        self.places[edge.from as usize].edges.push(edge);
    }

    /// The edges from a location.
    pub fn from(&self, location: u32) -> &[Edge] {
        &self.places[location as usize].edges
    }

    /// The edges to a location.
    pub fn into(&self, location: u32) -> impl Iterator<Item = &Edge> {
        self.edges().filter(move |e| e.to == location)
    }

    /// The locations from which an edge leads to this one, each once.
    pub fn predecessors(&self, location: u32) -> Vec<u32> {
        let mut out: Vec<u32> = self.into(location).map(|e| e.from).collect();
        out.dedup();
        out
    }

    /// By location: an execution that is there may come to one of these.
    pub fn leading_to(&self, mut locations: Vec<bool>) -> Vec<bool> {
        loop {
            let new: Vec<u32> = self.edges().filter(|e| locations[e.to as usize]).map(|e| e.from).collect();
            let before = locations.iter().filter(|l| **l).count();
            new.into_iter().for_each(|l| locations[l as usize] = true);
            if locations.iter().filter(|l| **l).count() == before {
                return locations;
            }
        }
    }

    /// No step but the first changes the variable.
    pub fn is_frozen(&self, var: usize) -> bool {
        self.edges().all(|e| e.from == System::ENTRY || !e.assigns(var))
    }

    /// The value of a variable after a step from a location, as a choice between the edges.
    pub fn value_at(&self, terms: &mut Terms, vars: &[StateVar], location: u32, var: usize) -> TermId {
        let mut choice = Choice::default();
        if var == System::PC {
            let width = terms.width(vars[var].now);
            self.from(location).iter().for_each(|e| choice.add(e.guard, terms.bv(width, e.to.into())));
            let end = terms.bv(width, System::END.into());
            return choice.term(terms, end);
        }
        let all = self.from(location).iter().filter(|e| e.assigns(var));
        all.for_each(|e| choice.add(e.guard, e.value(vars, var)));
        choice.term(terms, vars[var].now)
    }

    /// The values of all variables after a step from a location.
    pub fn values_at(&self, terms: &mut Terms, vars: &[StateVar], location: u32) -> Vec<TermId> {
        (0..vars.len()).map(|v| self.value_at(terms, vars, location, v)).collect()
    }

    /// A step on values, which the evaluator knows, together with those of inputs: the edge that is taken. `None` where the execution ends.
    pub fn taken(&self, terms: &Terms, eval: &mut Evaluator, location: u32) -> Option<&Edge> {
        self.from(location).iter().find(|e| eval.eval_bool(terms, e.guard))
    }

    /// The values of the variables after it. The program counter's is its number.
    pub fn step(&self, terms: &Terms, eval: &mut Evaluator, location: u32, before: &[Value]) -> Option<Vec<Value>> {
        let edge = self.taken(terms, eval, location)?;
        let mut values = before.to_vec();
        edge.assignments.iter().for_each(|&(v, t)| values[v as usize] = eval.eval(terms, t));
        values[System::PC] = Value::Bits(Bits::from_u128(before[System::PC].bits().width(), edge.to.into()));
        Some(values)
    }

    /// Steps over a location: the edges to it are put together with those from it, so that nobody gets there any more. Not for a location that an
    /// edge leads back to, or where something is bad or reached, which would be forgotten.
    pub fn bypass(&mut self, terms: &mut Terms, vars: &[StateVar], location: u32) -> bool {
        let place = &self.places[location as usize];
        if location <= System::END || !place.reached.is_empty() || place.edges.iter().any(|e| e.to == location) {
            return false;
        }
        let onward = std::mem::take(&mut self.places[location as usize].edges);
        for place in &mut self.places {
            let (over, mut kept): (Vec<Edge>, Vec<Edge>) = place.edges.drain(..).partition(|e| e.to == location);
            for edge in over {
                kept.extend(onward.iter().map(|e| edge.then(terms, vars, e)).filter(|e| e.guard != TermId::FALSE));
            }
            place.edges = kept;
        }
        true
    }

    /// Changes all guards, values and conditions.
    pub fn change(&mut self, mut each: impl FnMut(TermId) -> TermId) {
        for place in &mut self.places {
            place.edges.iter_mut().for_each(|e| e.change(&mut each));
            place.reached.iter_mut().for_each(|r| r.1 = each(r.1));
        }
    }

    /// Without edges that are never taken, and without assignments that change nothing.
    fn tidy(&mut self, vars: &[StateVar]) {
        for place in &mut self.places {
            place.edges.retain(|e| e.guard != TermId::FALSE);
            place.edges.iter_mut().for_each(|e| e.assignments.retain(|&(v, t)| vars[v as usize].now != t));
        }
    }
}

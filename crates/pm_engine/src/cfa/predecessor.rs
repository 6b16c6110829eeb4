//! Predecessors: of the states from which a command leads into a cube, a cube, chosen by the solver's model.
//!
//! Of the weakest existential precondition one case is taken ([`implicant`]), inputs go, and then literals that are not needed. Where preconditions have grown too large, the cube is one of values.

use super::Ground;
use super::cubes::Cube;
use super::implicant::{eliminate, implicant, inputs_of, is_large, values_of};
use pm_solve::Limit;
use pm_term::TermId;

/// Cubes of models with more literals than this are made smaller by the solver's reasons.
const LIFTED: usize = 3;

impl Ground<'_> {
    /// The cube before a command, by the model of the last question, which was about it; `lifts`: without the literals that the solver does not need.
    ///
    /// # Errors
    /// A limit.
    pub fn predecessor(&mut self, number: usize, cube: &Cube, lifts: bool) -> Result<Cube, Limit> {
        let command = &mut self.graph.commands[number];
        let (from, is_split) = (command.from, command.is_split);
        let terms = &mut self.system.terms;
        let whole = command.precondition(terms, cube);
        let solver = self.sites.solver(terms, from);
        let literals = implicant(terms, solver, &mut self.state, whole.literals()).ok_or(Limit::Solver)?;
        let mut values = inputs_of(terms, solver, &self.state, &literals).ok_or(Limit::Solver)?;
        if is_large(terms, &literals)
            && let Some(state) = values_of(terms, solver, &self.state, &literals)
        {
            let values = inputs_of(terms, solver, &self.state, whole.literals()).ok_or(Limit::Solver)?;
            self.counts.by_values += 1;
            return if lifts { self.lifted(from, &whole, Cube::new(state), &values) } else { Ok(Cube::new(state)) };
        }
        match is_split && literals.len() == whole.len() {
            true => self.counts.by_split += 1,
            false => self.counts.by_model += 1,
        }
        let found = Cube::new(eliminate(terms, &self.state, &literals, &mut values));
        if !lifts || found.len() <= LIFTED {
            return Ok(found);
        }
        self.lifted(from, &whole, found, &values)
    }

    /// Without the literals that are not needed to get to where the whole precondition holds.
    fn lifted(&mut self, location: u32, whole: &Cube, found: Cube, values: &[(TermId, TermId)]) -> Result<Cube, Limit> {
        let terms = &mut self.system.terms;
        let mut assumed = vec![whole.clause(terms)];
        for &(input, value) in values {
            assumed.push(terms.eq(input, value));
        }
        assumed.extend(found.literals());
        let needed = self.sites.reasons(terms, location, &assumed)?;
        let Some(needed) = needed else { return Ok(found) };
        Ok(Cube::new(found.literals().iter().copied().filter(|l| needed.contains(l)).collect()))
    }
}

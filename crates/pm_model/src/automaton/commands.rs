//! Edges without choices: guarded commands.
//!
//! An edge of large blocks chooses in its values, `x := c ? a : b`. Split by the conditions, it becomes commands in which values are sums, products and reads
//! alone, so that a weakest precondition by substitution is of the kind of the fact that it is of (Lange, "IC3 software model checking").

use super::Edge;
use pm_term::{Op, Substitution, TermId, Terms};

impl Edge {
    /// The commands that do together what the edge does; their guards exclude each other. `None` where there are more than `most`.
    pub fn commands(&self, terms: &mut Terms, most: usize) -> Option<Vec<Edge>> {
        let (mut done, mut open) = (Vec::new(), vec![self.clone()]);
        while let Some(edge) = open.pop() {
            let Some(cond) = edge.choice(terms) else {
                done.push(edge);
                continue;
            };
            for (value, literal) in [(TermId::FALSE, terms.not(cond)), (TermId::TRUE, cond)] {
                let mut case = Substitution::new();
                case.replace(cond, value);
                let mut side = edge.clone();
                side.change(|t| terms.substitute(t, &mut case));
                side.guard = terms.and(side.guard, literal);
                if side.guard != TermId::FALSE {
                    open.push(side);
                }
            }
            if done.len() + open.len() > most {
                return None;
            }
        }
        Some(done)
    }

    /// A condition that something in it is chosen by, without choices of its own.
    fn choice(&self, terms: &Terms) -> Option<TermId> {
        let roots: Vec<TermId> = self.terms().collect();
        let first = terms.cone(&roots).into_iter().find(|&t| terms.op(t) == Op::Ite)?;
        Some(terms.args(first)[0].regular())
    }
}

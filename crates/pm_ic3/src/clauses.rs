//! Many clauses in one piece of memory.

use pm_solve::Lit;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clauses {
    lits: Vec<Lit>,
    ends: Vec<usize>,
}

impl Clauses {
    pub fn push(&mut self, clause: impl IntoIterator<Item = Lit>) {
        self.lits.extend(clause);
        self.ends.push(self.lits.len());
    }
    pub fn len(&self) -> usize {
        self.ends.len()
    }
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
    pub fn get(&self, index: usize) -> &[Lit] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.lits[start..self.ends[index]]
    }
    pub fn iter(&self) -> impl Iterator<Item = &[Lit]> + Clone {
        (0..self.len()).map(|i| self.get(i))
    }
    pub fn literals(&self) -> &[Lit] {
        &self.lits
    }
}

impl<C: IntoIterator<Item = Lit>> FromIterator<C> for Clauses {
    fn from_iter<I: IntoIterator<Item = C>>(clauses: I) -> Self {
        let mut all = Clauses::default();
        clauses.into_iter().for_each(|c| all.push(c));
        all
    }
}

//! Cubes: conjunctions of literals, which are truth values over the program's variables (and never over bits that nobody wrote).

use pm_term::{Op, TermId, Terms};
use std::rc::Rc;

/// A set of literals that hold together; the empty one is true everywhere.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cube {
    /// Ascending, each once.
    literals: Rc<[TermId]>,
    /// A bit for each literal, so that most pairs are seen not to be subsets at once.
    signature: u64,
}

impl Cube {
    pub fn new(mut literals: Vec<TermId>) -> Cube {
        literals.sort_unstable();
        literals.dedup();
        let signature = literals.iter().fold(0, |bits, l| bits | 1 << (l.index() % 64));
        Cube { literals: literals.into(), signature }
    }

    pub fn empty() -> Cube {
        Cube::new(Vec::new())
    }

    pub fn literals(&self) -> &[TermId] {
        &self.literals
    }

    pub fn len(&self) -> usize {
        self.literals.len()
    }

    pub fn is_empty(&self) -> bool {
        self.literals.is_empty()
    }

    pub fn contains(&self, literal: TermId) -> bool {
        self.literals.binary_search(&literal).is_ok()
    }

    /// Whether each literal is one of the other's: then the other's states are among these.
    pub fn is_subset(&self, other: &Cube) -> bool {
        self.signature & !other.signature == 0
            && self.len() <= other.len()
            && self.literals.iter().all(|l| other.contains(*l))
    }

    pub fn union(&self, other: &Cube) -> Cube {
        if other.is_subset(self) {
            return self.clone();
        }
        Cube::new(self.literals.iter().chain(other.literals.iter()).copied().collect())
    }

    pub fn minus(&self, other: &Cube) -> Cube {
        Cube::new(self.literals.iter().copied().filter(|l| !other.contains(*l)).collect())
    }

    pub fn without(&self, literal: TermId) -> Cube {
        Cube::new(self.literals.iter().copied().filter(|l| *l != literal).collect())
    }

    /// With one literal in place of another.
    pub fn with(&self, old: TermId, new: TermId) -> Cube {
        Cube::new(self.literals.iter().map(|&l| if l == old { new } else { l }).collect())
    }

    pub fn term(&self, terms: &mut Terms) -> TermId {
        terms.and_all(&self.literals)
    }

    /// What holds where the cube is blocked.
    pub fn clause(&self, terms: &mut Terms) -> TermId {
        let cube = self.term(terms);
        terms.not(cube)
    }
}

/// The parts of a conjunction; nothing for what is true.
pub fn conjuncts(terms: &Terms, t: TermId) -> Vec<TermId> {
    let (mut out, mut work) = (Vec::new(), vec![t]);
    while let Some(t) = work.pop() {
        if terms.op(t) == Op::And && !t.is_complemented() && terms.is_bool(t) {
            work.extend(terms.args(t).iter());
        } else if t != TermId::TRUE {
            out.push(t);
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use pm_term::Sort;

    #[test]
    fn sets_of_literals() {
        let mut t = Terms::new();
        let [a, b, c] = ["a", "b", "c"].map(|n| t.symbol(n, Sort::Bool));
        let (ab, abc) = (Cube::new(vec![b, a, b]), Cube::new(vec![a, b, c]));
        assert_eq!(ab.len(), 2);
        assert!(ab.is_subset(&abc) && !abc.is_subset(&ab) && Cube::empty().is_subset(&ab));
        assert_eq!(abc.minus(&ab), Cube::new(vec![c]));
        assert_eq!(ab.union(&Cube::new(vec![c])), abc);
        assert_eq!(abc.without(c), ab);
        let all = abc.term(&mut t);
        assert_eq!(conjuncts(&t, all), vec![a, b, c]);
        assert_eq!(Cube::empty().clause(&mut t), TermId::FALSE);
    }
}

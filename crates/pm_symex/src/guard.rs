//! Path conditions: a conjunction that remembers how it was built.
//!
//! Two states that forked from one share a prefix of conditions. Where they meet again only the parts behind the prefix
//! are looked at: the condition that tells them apart is short, and a branch that comes together again leaves no trace.

use pm_term::{TermId, Terms};
use std::rc::Rc;

#[derive(Clone)]
pub struct Guard {
    last: Option<Rc<Link>>,
}

struct Link {
    parent: Option<Rc<Link>>,
    cond: TermId,
    /// Conjunction up to here.
    term: TermId,
    depth: u32,
}

impl Drop for Link {
    /// Long chains must not be dropped recursively.
    fn drop(&mut self) {
        let mut next = self.parent.take();
        while let Some(link) = next {
            match Rc::try_unwrap(link) {
                Ok(mut owned) => next = owned.parent.take(),
                Err(_) => break,
            }
        }
    }
}

impl Guard {
    pub fn always() -> Guard {
        Guard { last: None }
    }

    pub fn term(&self) -> TermId {
        self.last.as_ref().map_or(TermId::TRUE, |l| l.term)
    }

    pub fn is_false(&self) -> bool {
        self.term() == TermId::FALSE
    }

    /// Equal by construction, not by meaning.
    pub fn same(&self, other: &Guard) -> bool {
        match (&self.last, &other.last) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    pub fn and(&self, terms: &mut Terms, cond: TermId) -> Guard {
        if cond == TermId::TRUE {
            return self.clone();
        }
        let term = terms.and(self.term(), cond);
        if term == self.term() {
            return self.clone();
        }
        let depth = self.last.as_ref().map_or(0, |l| l.depth + 1);
        Guard { last: Some(Rc::new(Link { parent: self.last.clone(), cond, term, depth })) }
    }

    /// The guard of two states that meet, and a condition that holds in the first and not in the second.
    pub fn join(&self, other: &Guard, terms: &mut Terms) -> (Guard, TermId) {
        let (prefix, mine, theirs) = split(self, other, terms);
        let either = terms.or(mine, theirs);
        // Outside both guards the choice does not matter: take the simpler of the two conditions.
        let choice =
            if terms.not(theirs) == mine || terms.is_const(theirs) { mine } else { simpler(terms, mine, theirs) };
        (prefix.and(terms, either), choice)
    }
}

fn simpler(terms: &mut Terms, mine: TermId, theirs: TermId) -> TermId {
    if theirs.node() < mine.node() { terms.not(theirs) } else { mine }
}

/// The common prefix, and the conjunctions of what each has behind it.
fn split(a: &Guard, b: &Guard, terms: &mut Terms) -> (Guard, TermId, TermId) {
    let (mut x, mut y) = (a.last.clone(), b.last.clone());
    let (mut mine, mut theirs) = (Vec::new(), Vec::new());
    let depth = |l: &Option<Rc<Link>>| l.as_ref().map_or(-1, |l| i64::from(l.depth));
    let same = |x: &Option<Rc<Link>>, y: &Option<Rc<Link>>| match (x, y) {
        (Some(x), Some(y)) => Rc::ptr_eq(x, y),
        (None, None) => true,
        _ => false,
    };
    while !same(&x, &y) {
        if depth(&x) >= depth(&y) {
            let link = x.expect("the deeper of two different guards is not empty");
            mine.push(link.cond);
            x = link.parent.clone();
        } else {
            let link = y.expect("the deeper of two different guards is not empty");
            theirs.push(link.cond);
            y = link.parent.clone();
        }
    }
    mine.reverse();
    theirs.reverse();
    (Guard { last: x }, terms.and_all(&mine), terms.and_all(&theirs))
}

//! Path conditions: a conjunction that remembers how it was built.
//!
//! Two states that forked from one share a prefix of conditions. Where they meet again only the parts behind the prefix
//! are looked at: the condition that tells them apart is short, and a branch that comes together again leaves no trace.
//! Links have jumps to ancestors (as in a skew-binary list), so that the common prefix of two long guards, and what each
//! has behind it, take a number of steps that is logarithmic in their lengths.
//!
//! A decision that all sides come back from must leave no trace, or everything that follows hangs on it. So a disjunction
//! is stripped of what follows from the falsity of its other side, and states that meet are joined in pairs that
//! forked last (see [`Guard::common_depth`]). Where conditions are too entangled for that, it is counted: each decision gives
//! either side one half, states that meet add what they have, and if that is everything, nobody was lost on the way.

use pm_term::{Op, TermId, Terms};
use std::cell::Cell;
use std::cmp::Ordering;
use std::rc::Rc;

#[derive(Clone)]
pub struct Guard {
    last: Option<Rc<Link>>,
}

struct Link {
    parent: Option<Rc<Link>>,
    /// An ancestor; how far back depends on the depth alone.
    jump: Option<Rc<Link>>,
    cond: TermId,
    /// Conjunction up to here.
    term: TermId,
    /// Conjunction of what lies behind `jump` up to here, once somebody asked.
    behind_jump: Cell<Option<TermId>>,
    /// Conditions up to here.
    depth: u32,
    /// The part of the parent's executions, as if each decision took one half; `None` where that is not known.
    share: Option<Share>,
}

/// `parts / 2^halvings`, at most one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Share {
    parts: u64,
    halvings: u32,
}

impl Share {
    const WHOLE: Share = Share { parts: 1, halvings: 0 };
    const HALF: Share = Share { parts: 1, halvings: 1 };
    const MOST_HALVINGS: u32 = 62;

    fn times(self, other: Share) -> Option<Share> {
        let halvings = self.halvings + other.halvings;
        (halvings <= Share::MOST_HALVINGS).then(|| Share { parts: self.parts * other.parts, halvings })
    }

    fn plus(self, other: Share) -> Share {
        let halvings = self.halvings.max(other.halvings);
        let of = |s: Share| s.parts << (halvings - s.halvings);
        let parts = of(self) + of(other);
        let even = parts.trailing_zeros().min(halvings);
        Share { parts: parts >> even, halvings: halvings - even }
    }
}

/// What becomes of a guard at a decision.
pub enum Fork {
    Both {
        yes: Guard,
        no: Guard,
    },
    /// The guard implies one side: nothing is decided.
    Yes,
    No,
}

impl Drop for Link {
    /// Long chains must not be dropped recursively.
    fn drop(&mut self) {
        self.jump = None;
        let mut next = self.parent.take();
        while let Some(link) = next {
            match Rc::try_unwrap(link) {
                Ok(mut owned) => {
                    owned.jump = None;
                    next = owned.parent.take();
                }
                Err(_) => break,
            }
        }
    }
}

impl Link {
    fn new(parent: Option<Rc<Link>>, cond: TermId, term: TermId, share: Option<Share>) -> Link {
        let jump = match &parent {
            None => None,
            Some(p) => {
                let far = p.jump.as_ref().and_then(|j| j.jump.clone());
                let (first, second) = (p.depth - depth(&p.jump), depth(&p.jump) - depth(&far));
                if first == second { far } else { Some(p.clone()) }
            }
        };
        let depth = depth(&parent) + 1;
        Link { parent, jump, cond, term, behind_jump: Cell::new(None), depth, share }
    }

    /// Recursion is logarithmic in the depth.
    fn behind_jump(&self, terms: &mut Terms) -> TermId {
        if let Some(known) = self.behind_jump.get() {
            return known;
        }
        let mut result = self.cond;
        let mut at = self.parent.clone();
        while !same(&at, &self.jump) {
            let Some(link) = at else { break };
            let part = link.behind_jump(terms);
            result = terms.and(part, result);
            at = link.jump.clone();
        }
        self.behind_jump.set(Some(result));
        result
    }
}

fn depth(link: &Option<Rc<Link>>) -> u32 {
    link.as_ref().map_or(0, |l| l.depth)
}

fn same(x: &Option<Rc<Link>>, y: &Option<Rc<Link>>) -> bool {
    match (x, y) {
        (Some(x), Some(y)) => Rc::ptr_eq(x, y),
        (None, None) => true,
        _ => false,
    }
}

impl Guard {
    pub fn always() -> Guard {
        Guard { last: None }
    }

    pub fn term(&self) -> TermId {
        self.last.as_ref().map_or(TermId::TRUE, |l| l.term)
    }

    /// Its latest conditions, so many at most.
    pub fn latest(&self, count: usize) -> Vec<TermId> {
        std::iter::successors(self.last.as_ref(), |link| link.parent.as_ref())
            .map(|link| link.cond)
            .take(count)
            .collect()
    }

    pub fn is_false(&self) -> bool {
        self.term() == TermId::FALSE
    }

    /// Equal by construction, not by meaning.
    pub fn same(&self, other: &Guard) -> bool {
        same(&self.last, &other.last)
    }

    pub fn and(&self, terms: &mut Terms, cond: TermId) -> Guard {
        self.part(terms, cond, None)
    }

    /// The executions in which the condition holds, and those in which it does not.
    pub fn fork(&self, terms: &mut Terms, cond: TermId) -> Fork {
        let not = terms.not(cond);
        let yes = self.part(terms, cond, Some(Share::HALF));
        let no = self.part(terms, not, Some(Share::HALF));
        if no.is_false() || yes.same(self) {
            return Fork::Yes;
        }
        if yes.is_false() || no.same(self) {
            return Fork::No;
        }
        Fork::Both { yes, no }
    }

    fn part(&self, terms: &mut Terms, cond: TermId, share: Option<Share>) -> Guard {
        if cond == TermId::TRUE {
            return self.clone();
        }
        let term = terms.and(self.term(), cond);
        if term == self.term() {
            return self.clone();
        }
        Guard { last: Some(Rc::new(Link::new(self.last.clone(), cond, term, share))) }
    }

    /// The number of conditions that two guards have in common.
    pub fn common_depth(&self, other: &Guard) -> u32 {
        let (mut x, mut y) = (self.last.clone(), other.last.clone());
        while !same(&x, &y) {
            match depth(&x).cmp(&depth(&y)) {
                Ordering::Greater => step(&mut x, depth(&y)),
                Ordering::Less => step(&mut y, depth(&x)),
                Ordering::Equal => {
                    let goal = common_goal(&x, &y);
                    step(&mut x, goal);
                    step(&mut y, goal);
                }
            }
        }
        depth(&x)
    }

    /// Some order in which guards with a common prefix are neighbours, the prefix first. It is not the same in each run.
    pub fn order(&self, other: &Guard) -> Ordering {
        let fork = self.common_depth(other);
        self.at_depth(fork + 1).cmp(&other.at_depth(fork + 1))
    }

    /// The link with so many conditions up to it, as an address.
    fn at_depth(&self, goal: u32) -> Option<*const Link> {
        let mut link = self.last.clone();
        while depth(&link) > goal {
            step(&mut link, goal);
        }
        link.filter(|l| l.depth == goal).map(|l| Rc::as_ptr(&l))
    }

    /// The guard of two states that meet, and a condition that holds in the first and not in the second.
    pub fn join(&self, other: &Guard, terms: &mut Terms) -> (Guard, TermId) {
        let (prefix, mine, theirs) = split(self, other, terms);
        // Outside both guards the choice does not matter: take the simpler of the two conditions.
        let choice =
            if terms.not(theirs) == mine || terms.is_const(theirs) { mine } else { simpler(terms, mine, theirs) };
        let shares = self.share_of(&prefix).zip(other.share_of(&prefix));
        let share = shares.map(|(mine, theirs)| mine.plus(theirs));
        if share == Some(Share::WHOLE) {
            return (prefix, choice);
        }
        // A link of its own also where the condition follows from the prefix: the rest of the prefix may be under way somewhere, in
        // a state that nobody knows to be impossible, and its share must not count twice.
        let either = either(terms, mine, theirs);
        let term = terms.and(prefix.term(), either);
        (Guard { last: Some(Rc::new(Link::new(prefix.last, either, term, share))) }, choice)
    }

    /// The part of the prefix's executions.
    fn share_of(&self, prefix: &Guard) -> Option<Share> {
        let mut share = Share::WHOLE;
        let mut at = &self.last;
        while !same(at, &prefix.last) {
            let link = at.as_ref()?;
            share = share.times(link.share?)?;
            at = &link.parent;
        }
        Some(share)
    }
}

/// Conjuncts of a condition that are looked at.
const MAX_CONJUNCTS: usize = 64;

/// The disjunction, where one side is taken without what the falsity of the other implies.
fn either(terms: &mut Terms, mine: TermId, theirs: TermId) -> TermId {
    if let Some(rest) = unless(terms, mine, theirs) {
        return terms.or(mine, rest);
    }
    match unless(terms, theirs, mine) {
        Some(rest) => terms.or(rest, theirs),
        None => terms.or(mine, theirs),
    }
}

/// match: other | (c & ...) where ~other implies c
/// result: the rest of the conjunction; `None` where nothing is implied.
fn unless(terms: &mut Terms, other: TermId, t: TermId) -> Option<TermId> {
    let not = terms.not(other);
    let implied = conjuncts(terms, not);
    let all = conjuncts(terms, t);
    let rest: Vec<TermId> = all.iter().copied().filter(|c| !implied.contains(c)).collect();
    (rest.len() < all.len()).then(|| terms.and_all(&rest))
}

/// The conjuncts of a condition; of a large one some are conjunctions themselves.
fn conjuncts(terms: &Terms, t: TermId) -> Vec<TermId> {
    let mut out = Vec::new();
    let mut open = vec![t];
    while let Some(t) = open.pop() {
        match terms.op(t) {
            Op::And if out.len() + open.len() < MAX_CONJUNCTS => open.extend(terms.args(t).iter()),
            _ => out.push(t),
        }
    }
    out
}

fn simpler(terms: &mut Terms, mine: TermId, theirs: TermId) -> TermId {
    if theirs.node() < mine.node() { terms.not(theirs) } else { mine }
}

/// The common prefix, and the conjunctions of what each has behind it.
fn split(a: &Guard, b: &Guard, terms: &mut Terms) -> (Guard, TermId, TermId) {
    let (mut x, mut y) = (a.last.clone(), b.last.clone());
    let (mut mine, mut theirs) = (Vec::new(), Vec::new());
    while !same(&x, &y) {
        match depth(&x).cmp(&depth(&y)) {
            Ordering::Greater => back(&mut x, depth(&y), &mut mine, terms),
            Ordering::Less => back(&mut y, depth(&x), &mut theirs, terms),
            Ordering::Equal => {
                let goal = common_goal(&x, &y);
                back(&mut x, goal, &mut mine, terms);
                back(&mut y, goal, &mut theirs, terms);
            }
        }
    }
    mine.reverse();
    theirs.reverse();
    (Guard { last: x }, terms.and_all(&mine), terms.and_all(&theirs))
}

/// Where two different links of the same depth go back to: jumps from the same depth lead to the same depth.
fn common_goal(x: &Option<Rc<Link>>, y: &Option<Rc<Link>>) -> u32 {
    let jump = |l: &Option<Rc<Link>>| l.as_ref().and_then(|l| l.jump.clone());
    if same(&jump(x), &jump(y)) { depth(x) - 1 } else { depth(&jump(x)) }
}

/// As [`back`], without the conditions.
fn step(link: &mut Option<Rc<Link>>, goal: u32) {
    if let Some(from) = link.take() {
        let far = depth(&from.jump) >= goal && depth(&from.jump) + 1 < from.depth;
        *link = if far { from.jump.clone() } else { from.parent.clone() };
    }
}

/// One step towards the entry: the jump, if it does not lead beyond depth `goal`.
fn back(link: &mut Option<Rc<Link>>, goal: u32, conds: &mut Vec<TermId>, terms: &mut Terms) {
    let Some(from) = link.take() else { return };
    if depth(&from.jump) >= goal && depth(&from.jump) + 1 < from.depth {
        conds.push(from.behind_jump(terms));
        *link = from.jump.clone();
    } else {
        conds.push(from.cond);
        *link = from.parent.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pm_term::Sort;

    #[test]
    fn joins_of_long_guards_have_the_conditions_of_both() {
        let mut terms = Terms::new();
        let symbols: Vec<TermId> = (0..200).map(|i| terms.symbol(&format!("c{i}"), Sort::Bool)).collect();
        let mut chain = vec![Guard::always()];
        for c in &symbols {
            let next = chain[chain.len() - 1].and(&mut terms, *c);
            chain.push(next);
        }
        for (fork, length) in [(0, 200), (0, 7), (1, 190), (60, 64), (63, 127), (100, 101), (128, 200)] {
            let not = terms.not(symbols[fork]);
            let left = chain[fork].and(&mut terms, not);
            let right = chain[length].clone();
            let (prefix, mine, theirs) = split(&left, &right, &mut terms);
            assert!(prefix.same(&chain[fork]), "{fork} {length}");
            assert_eq!(mine, not);
            let mut want = symbols[fork..length].to_vec();
            let mut got = Vec::new();
            all_conjuncts(&terms, theirs, &mut got);
            want.sort();
            got.sort();
            assert_eq!(got, want, "{fork} {length}");
            let (prefix, mine, _) = split(&right, &left, &mut terms);
            assert!(prefix.same(&chain[fork]) && mine == theirs);
        }
    }

    /// `switch` and early returns: cases arrive in any order, and nothing is left of the decision.
    #[test]
    fn decisions_that_come_together_leave_no_trace() {
        let mut terms = Terms::new();
        let cases: Vec<TermId> = (0..6).map(|i| terms.symbol(&format!("c{i}"), Sort::Bool)).collect();
        let mut rest = Guard::always();
        let mut arrivals = Vec::new();
        for c in &cases {
            arrivals.push(rest.and(&mut terms, *c));
            let not = terms.not(*c);
            rest = rest.and(&mut terms, not);
        }
        arrivals.push(rest);
        for reversed in [false, true] {
            let mut order = arrivals.clone();
            if reversed {
                order.reverse();
            }
            let joined = order.into_iter().reduce(|a, b| a.join(&b, &mut terms).0);
            assert_eq!(joined.map(|g| g.term()), Some(TermId::TRUE), "reversed: {reversed}");
        }
    }

    /// Conditions that no rewriting would find complementary.
    #[test]
    fn what_comes_back_whole_leaves_no_trace() {
        let mut terms = Terms::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|n| terms.symbol(n, Sort::Bool));
        let (x, y, z) = (terms.xor(a, b), terms.xor(b, c), terms.xor(a, d));
        let start = Guard::always().and(&mut terms, d);
        let both = |g: &Guard, cond: TermId, terms: &mut Terms| match g.fork(terms, cond) {
            Fork::Both { yes, no } => (yes, no),
            Fork::Yes | Fork::No => panic!("a decision"),
        };
        let (left, right) = both(&start, x, &mut terms);
        let (left_y, left_n) = both(&left, y, &mut terms);
        let (right_z, right_n) = both(&right, z, &mut terms);
        let entangled = left_y.join(&right_z, &mut terms).0;
        let others = right_n.join(&left_n, &mut terms).0;
        assert!(entangled.join(&others, &mut terms).0.same(&start));
        // An assumption loses some.
        let fewer = others.and(&mut terms, b);
        assert!(!entangled.join(&fewer, &mut terms).0.same(&start));
        let not_b = terms.not(b);
        let rest = others.and(&mut terms, not_b);
        assert!(!rest.join(&fewer, &mut terms).0.same(&start));
    }

    /// A part that no execution takes, unknown to the rewriter, goes on beside the whole: together they are not more than the whole.
    #[test]
    fn shares_count_once() {
        let mut terms = Terms::new();
        let [a, b] = ["a", "b"].map(|n| terms.symbol(n, Sort::Bool));
        let both = |g: &Guard, cond: TermId, terms: &mut Terms| match g.fork(terms, cond) {
            Fork::Both { yes, no } => (yes, no),
            Fork::Yes | Fork::No => panic!("a decision"),
        };
        let start = Guard::always();
        let (half, other) = both(&start, a, &mut terms);
        let (first, rest) = both(&half, b, &mut terms);
        let not_b = terms.not(b);
        // What is left of `rest` and `first` is all of `half` by its conditions, but not by its shares.
        let c = terms.symbol("c", Sort::Bool);
        let (kept, stray) = both(&rest, c, &mut terms);
        let whole = terms.or(b, not_b);
        assert_eq!(whole, TermId::TRUE);
        let joined = first.join(&kept, &mut terms).0;
        let again = other.join(&stray, &mut terms).0;
        assert!(!again.same(&start) && again.term() != TermId::TRUE);
        assert!(joined.join(&again, &mut terms).0.same(&start));
        // The same where the condition of the joined one is that of the prefix.
        let implied =
            Guard { last: Some(Rc::new(Link::new(half.last.clone(), TermId::TRUE, half.term(), Some(Share::HALF)))) };
        let more = implied.join(&other, &mut terms).0;
        assert!(!more.same(&start));
    }

    #[test]
    fn what_a_guard_implies_is_no_decision() {
        let mut terms = Terms::new();
        let a = terms.symbol("a", Sort::Bool);
        let not = terms.not(a);
        let guard = Guard::always().and(&mut terms, a);
        assert!(matches!(guard.fork(&mut terms, a), Fork::Yes));
        assert!(matches!(guard.fork(&mut terms, not), Fork::No));
    }

    #[test]
    fn depths_of_forks() {
        let mut terms = Terms::new();
        let mut chain = vec![Guard::always()];
        for i in 0..100 {
            let c = terms.symbol(&format!("c{i}"), Sort::Bool);
            let next = chain[i].and(&mut terms, c);
            chain.push(next);
        }
        let other = terms.symbol("other", Sort::Bool);
        for (fork, length) in [(0, 100), (1, 90), (60, 64), (63, 100), (99, 100), (50, 50)] {
            let branch = chain[fork].and(&mut terms, other);
            assert_eq!(branch.common_depth(&chain[length]) as usize, fork, "{fork} {length}");
            assert_eq!(chain[length].common_depth(&branch) as usize, fork, "{fork} {length}");
        }
    }

    fn all_conjuncts(terms: &Terms, t: TermId, out: &mut Vec<TermId>) {
        match terms.op(t) {
            Op::And => terms.args(t).iter().for_each(|a| all_conjuncts(terms, *a, out)),
            _ => out.push(t),
        }
    }
}

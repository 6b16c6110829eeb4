//! Comparisons that hold, as linear constraints over integers.
//!
//! A machine word is two integers, one without sign and one with sign. A sum is the sum of its parts as integers where their domains exclude wrap-around, and a variable of its own where they
//! do not: so a constraint is true in the exact semantics, given the domains that it names.

use crate::graph::{Edge, Graph, Kind};
use crate::store::Store;
use pm_term::Op;
use pm_term::domain::{Abs, mask};

/// A word as an integer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Var {
    pub node: u32,
    pub signed: bool,
}

/// The sum of the variables, each so often, is at most the bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Linear {
    pub sum: Vec<(i128, Var)>,
    pub bound: i128,
    /// The nodes whose domains say so.
    pub needs: Vec<u32>,
}

/// A sum that grows.
#[derive(Clone, Default)]
struct Sum {
    sum: Vec<(i128, Var)>,
    constant: i128,
    needs: Vec<u32>,
}

/// Sums are looked into so deep.
const DEPTH: u32 = 6;
/// Users of a word among which another comparison is looked for.
const USERS: usize = 64;

/// What a Bool that has a value says, if it compares words.
pub fn of_comparison(graph: &Graph, store: &Store, number: u32) -> Vec<Linear> {
    let node = graph.node(number);
    let Some(holds) = store.truth(Edge::new(number, false)) else { return Vec::new() };
    let &[a, b] = node.kids() else { return Vec::new() };
    if graph.node(a.node()).kind != Kind::Word {
        return Vec::new();
    }
    match (node.op, holds) {
        (Op::Ult | Op::Slt, true) => at_most(graph, store, (a, b), 1, node.op == Op::Slt, number).into_iter().collect(),
        (Op::Ult | Op::Slt, false) => {
            let signed = node.op == Op::Slt;
            let differ = partner(graph, (a, b), number, |op| op == Op::Eq).filter(|e| is_false(store, *e));
            not_below(graph, store, (a, b), (number, signed), differ).into_iter().collect()
        }
        (Op::Eq, true) => equal(graph, store, (a, b), &[number], [true, false]),
        (Op::Eq, false) => different(graph, store, (a, b), number),
        _ => Vec::new(),
    }
}

fn is_false(store: &Store, number: u32) -> bool {
    store.truth(Edge::new(number, false)) == Some(false)
}

/// Another comparison of the same words.
fn partner(graph: &Graph, (a, b): (Edge, Edge), number: u32, is: impl Fn(Op) -> bool) -> Option<u32> {
    let others = graph.users(a.node()).take(USERS).filter(|u| *u != number && is(graph.node(*u).op));
    others.into_iter().find(|u| matches!(graph.node(*u).kids(), &[x, y] if (x, y) == (a, b) || (x, y) == (b, a)))
}

/// The first is not below the second: the second is at most the first, and below it where they are known to differ.
fn not_below(
    graph: &Graph,
    store: &Store,
    (a, b): (Edge, Edge),
    (number, signed): (u32, bool),
    differ: Option<u32>,
) -> Option<Linear> {
    let mut linear = at_most(graph, store, (b, a), i128::from(differ.is_some()), signed, number)?;
    linear.needs.extend(differ);
    Some(linear)
}

/// Words that differ: one is below the other where it is known which.
fn different(graph: &Graph, store: &Store, (a, b): (Edge, Edge), number: u32) -> Vec<Linear> {
    let order = |op: Op| partner(graph, (a, b), number, move |o| o == op).filter(|p| is_false(store, *p));
    let known = [Op::Ult, Op::Slt].into_iter().filter_map(|op| Some((order(op)?, op == Op::Slt)));
    let strict = known.filter_map(|(comparison, signed)| {
        let &[x, y] = graph.node(comparison).kids() else { return None };
        not_below(graph, store, (x, y), (comparison, signed), Some(number))
    });
    strict.collect()
}

/// Two words that are equal because of these nodes, as integers with sign and without, as is asked for.
pub fn equal(
    graph: &Graph,
    store: &Store,
    (a, b): (Edge, Edge),
    needs: &[u32],
    [with_sign, without]: [bool; 2],
) -> Vec<Linear> {
    let mut out = Vec::new();
    for signed in [(true, with_sign), (false, without)].into_iter().filter(|(_, asked)| *asked).map(|(s, _)| s) {
        for (x, y) in [(a, b), (b, a)] {
            let Some(mut constraint) = at_most(graph, store, (x, y), 0, signed, needs[0]) else { continue };
            constraint.needs.extend(&needs[1..]);
            out.push(constraint);
        }
    }
    out
}

/// `a + step <= b`.
fn at_most(
    graph: &Graph,
    store: &Store,
    (a, b): (Edge, Edge),
    step: i128,
    signed: bool,
    because: u32,
) -> Option<Linear> {
    let mut sum = Sum { needs: vec![because], ..Sum::default() };
    sum.add(graph, store, (a, signed), 1, DEPTH)?;
    sum.add(graph, store, (b, signed), -1, DEPTH)?;
    sum.sum.sort_by_key(|(_, v)| *v);
    sum.sum.dedup_by(|later, first| {
        let same = later.1 == first.1;
        first.0 += if same { later.0 } else { 0 };
        same
    });
    sum.sum.retain(|(c, _)| *c != 0);
    Some(Linear { bound: -sum.constant - step, sum: sum.sum, needs: sum.needs })
}

/// The least and the largest value.
pub fn range(domain: &Abs, signed: bool) -> (i128, i128) {
    match signed {
        true => (domain.smin.into(), domain.smax.into()),
        false => (domain.umin.into(), domain.umax.into()),
    }
}

impl Sum {
    fn add(
        &mut self,
        graph: &Graph,
        store: &Store,
        (edge, signed): (Edge, bool),
        times: i128,
        depth: u32,
    ) -> Option<()> {
        let node = graph.node(edge.node());
        let domain = store.domain(graph, edge);
        if let Some(value) = domain.as_constant() {
            let value = if signed { i128::from(domain.smin) } else { i128::from(value) };
            self.needs.push(edge.node());
            self.constant = self.constant.checked_add(value.checked_mul(times)?)?;
            return Some(());
        }
        if edge.is_complemented() {
            let all = if signed { -1 } else { i128::from(mask(node.width)) };
            self.constant = self.constant.checked_add(all.checked_mul(times)?)?;
            return self.add(graph, store, (edge.not(), signed), times.checked_neg()?, depth);
        }
        let kids = node.kids();
        let zero = |e: Edge| store.domain(graph, e).as_constant() == Some(0);
        match node.op {
            Op::Add if depth > 0 && does_not_wrap(graph, store, kids, (node.width, signed)) => {
                self.needs.extend(kids.iter().map(|k| k.node()));
                self.add(graph, store, (kids[0], signed), times, depth - 1)?;
                self.add(graph, store, (kids[1], signed), times, depth - 1)
            }
            Op::Concat if zero(kids[0]) => {
                self.needs.push(kids[0].node());
                self.add(graph, store, (kids[1], false), times, depth)
            }
            Op::Sext if signed => self.add(graph, store, (kids[0], true), times, depth),
            _ => {
                // Without a sign both integers are the same.
                let is_positive = domain.smin >= 0;
                if is_positive && signed {
                    self.needs.push(edge.node());
                }
                self.sum.push((times, Var { node: edge.node(), signed: signed && !is_positive }));
                Some(())
            }
        }
    }
}

fn does_not_wrap(graph: &Graph, store: &Store, kids: &[Edge], (width, signed): (u32, bool)) -> bool {
    let (a, b) = (range(&store.domain(graph, kids[0]), signed), range(&store.domain(graph, kids[1]), signed));
    let (least, most) = range(&Abs::top(width), signed);
    a.0 + b.0 >= least && a.1 + b.1 <= most
}

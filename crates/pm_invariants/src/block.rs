//! The step of one location, prepared for abstract execution: the terms of its successors as a list of operations.
//!
//! A value is computed for every node, arguments first; a condition that is known to hold narrows the values below it
//! (arguments last), and that is repeated a few times. Where a choice is open both sides are followed, to a budget.

use pm_model::System;
use pm_term::domain::{Abs, MAX_WIDTH, apply};
use pm_term::{Op, TermId, Terms, scalar_width};
use rustc_hash::FxHashMap;

/// Rounds of narrowing after something became known.
const ROUNDS: u32 = 3;

/// Node evaluations that following both sides of choices may cost for one edge.
const BUDGET: usize = 400_000;

/// A node's value, perhaps complemented.
#[derive(Clone, Copy)]
pub struct Ref {
    pub node: u32,
    pub complemented: bool,
}

pub struct Node {
    pub op: Op,
    pub args: [Ref; 3],
    pub width: u32,
    /// Of an extract: the lowest bit.
    lo: u32,
    /// Not tracked: too wide.
    pub wide: bool,
}

/// The step of one location.
pub struct Block {
    /// Arguments first.
    pub nodes: Vec<Node>,
    /// Where variables are read.
    pub reads: Vec<(u32, u32)>,
    /// Where inputs are read.
    pub inputs: Vec<(u32, u32)>,
    /// The values of the variables after the step.
    pub next: Vec<Ref>,
    /// The locations that may follow, but for the end, with their conditions.
    pub targets: Vec<(u32, Ref)>,
    /// Undecided conditions of choices, those nearest to the results first.
    choices: Vec<u32>,
    pub consts: Vec<(u32, Abs)>,
    /// Bad conditions of the location, where they are asked for, by their places in the system's list.
    pub bad: Vec<(u32, Ref)>,
    /// The values of the variables after the step and the conditions of its targets, as terms.
    pub roots: Vec<TermId>,
}

pub type State = Vec<Abs>;

pub fn top_of(terms: &Terms, t: TermId) -> Abs {
    Abs::top(scalar_width(terms, t))
}

impl Block {
    /// The step from a location.
    pub fn new(system: &mut System, location: u32) -> Block {
        Block::of(system, location, false)
    }

    /// The same, with what is bad there.
    pub fn with_bad(system: &mut System, location: u32) -> Block {
        Block::of(system, location, true)
    }

    fn of(system: &mut System, location: u32, with_bad: bool) -> Block {
        let next = system.automaton.values_at(&mut system.terms, &system.vars, location);
        let edges = system.automaton.from(location);
        let mut targets: Vec<(u32, TermId)> = edges.iter().map(|e| (e.to, e.guard)).collect();
        targets.sort_by_key(|t| t.0);
        let mut bad = Vec::new();
        for i in 0..system.bad.len() {
            if with_bad && system.bad[i].location == location {
                bad.push((i as u32, system.claim(i)));
            }
        }
        Block::compile(system, &next, &targets, &bad)
    }

    fn compile(system: &System, next: &[TermId], targets: &[(u32, TermId)], bad: &[(u32, TermId)]) -> Block {
        let terms = &system.terms;
        let roots: Vec<TermId> = next.iter().copied().chain(targets.iter().map(|(_, g)| *g)).collect();
        let all: Vec<TermId> = roots.iter().copied().chain(bad.iter().map(|(_, b)| *b)).collect();
        let order = terms.cone(&all);
        let place: FxHashMap<usize, u32> = order.iter().enumerate().map(|(i, t)| (t.node(), i as u32)).collect();
        let refer = |t: TermId| Ref { node: place[&t.node()], complemented: t.is_complemented() };
        let none = Ref { node: 0, complemented: false };
        let mut nodes = Vec::with_capacity(order.len());
        let mut consts = Vec::new();
        let mut choices = Vec::new();
        for (i, &t) in order.iter().enumerate() {
            let mut args = [none; 3];
            for (slot, arg) in args.iter_mut().zip(terms.args(t).iter()) {
                *slot = refer(*arg);
            }
            let (op, width) = (terms.op(t), scalar_width(terms, t));
            let wide = width > MAX_WIDTH
                || terms.sort(t).is_array() && !matches!(op, Op::Symbol | Op::ConstArray | Op::Store | Op::Ite);
            let lo = if op == Op::Extract { terms.extract_lo(t) } else { 0 };
            if op == Op::Const
                && let Some(value) = terms.const_bits(t).and_then(|b| b.to_u128())
                && width <= MAX_WIDTH
            {
                consts.push((i as u32, Abs::constant(width, value as u64)));
            }
            if op == Op::Ite {
                choices.push(args[0].node);
            }
            nodes.push(Node { op, args, width: width.min(MAX_WIDTH), lo, wide });
        }
        choices.sort_unstable_by(|a, b| b.cmp(a));
        choices.dedup();
        let vars = system.vars.iter().enumerate();
        let reads = vars.filter_map(|(v, var)| Some((*place.get(&var.now.node())?, v as u32))).collect();
        let inputs = system.inputs.iter().enumerate();
        let inputs = inputs.filter_map(|(i, t)| Some((*place.get(&t.node())?, i as u32))).collect();
        Block {
            nodes,
            reads,
            inputs,
            next: next.iter().map(|t| refer(*t)).collect(),
            targets: targets.iter().map(|(l, g)| (*l, refer(*g))).collect(),
            choices,
            consts,
            bad: bad.iter().map(|(i, b)| (*i, refer(*b))).collect(),
            roots,
        }
    }

    /// The constants of the step: thresholds of widening.
    pub fn constants(&self) -> impl Iterator<Item = Abs> + '_ {
        self.consts.iter().map(|(_, c)| *c)
    }

    /// Node evaluations of one [`Block::execute`], about.
    pub fn cost(&self) -> usize {
        self.nodes.len() * (1 + 2 * ROUNDS as usize) + BUDGET.min(self.nodes.len() * self.choices.len())
    }

    /// The state after the step, if it goes to this target; `None` where it cannot.
    pub fn execute(&self, state: &State, guard: Ref) -> Option<State> {
        let mut values: Vec<Abs> = self.nodes.iter().map(|n| Abs::top(n.width)).collect();
        for &(i, c) in &self.consts {
            values[i as usize] = c;
        }
        for &(i, v) in &self.reads {
            if !self.nodes[i as usize].wide {
                values[i as usize] = state[v as usize];
            }
        }
        self.forward(&mut values)?;
        self.narrow(&mut values, guard, &Abs::bool(true))?;
        self.settle(&mut values)?;
        let mut budget = BUDGET / self.nodes.len().max(1);
        let mut out: Option<State> = None;
        self.split(values, 0, &mut budget, &mut out);
        out
    }

    /// Follows both sides of open choices and joins what comes out.
    fn split(&self, values: Vec<Abs>, from: usize, budget: &mut usize, out: &mut Option<State>) {
        let is_open = |c: &u32| values[*c as usize].as_bool().is_none();
        let choice = (from..self.choices.len()).find(|&i| is_open(&self.choices[i]));
        let Some(choice) = choice.filter(|_| *budget >= 2) else {
            let state = self.next.iter().map(|r| self.get(&values, *r));
            *out = Some(match out.take() {
                None => state.collect(),
                Some(old) => old.iter().zip(state).map(|(a, b)| a.join(&b)).collect(),
            });
            return;
        };
        *budget -= 2;
        // Each side gets half of what is left, so that the first cannot starve the second.
        let rest = *budget;
        let mut left = 0;
        for (side, mut values) in [(true, values.clone()), (false, values)] {
            let mut share = if side { rest / 2 } else { rest - rest / 2 + left };
            let cond = Ref { node: self.choices[choice], complemented: false };
            let feasible = self.narrow(&mut values, cond, &Abs::bool(side)).and_then(|()| self.settle(&mut values));
            if feasible.is_some() {
                self.split(values, choice + 1, &mut share, out);
            }
            left = share;
        }
        *budget = left;
    }

    pub fn get(&self, values: &[Abs], r: Ref) -> Abs {
        let v = values[r.node as usize];
        if r.complemented { v.not() } else { v }
    }

    /// Meets a node's value; `None` if nothing is left.
    fn narrow(&self, values: &mut [Abs], r: Ref, by: &Abs) -> Option<()> {
        let node = &self.nodes[r.node as usize];
        if node.wide || by.width != node.width {
            return Some(());
        }
        let by = if r.complemented { by.not() } else { *by };
        values[r.node as usize] = values[r.node as usize].meet(&by)?;
        Some(())
    }

    /// Narrows down and up until nothing changes, a few times at most.
    fn settle(&self, values: &mut [Abs]) -> Option<()> {
        for _ in 0..ROUNDS {
            let before = values.to_vec();
            self.backward(values)?;
            self.forward(values)?;
            if before == values {
                break;
            }
        }
        Some(())
    }

    fn forward(&self, values: &mut [Abs]) -> Option<()> {
        for i in 0..self.nodes.len() {
            if self.nodes[i].wide {
                continue;
            }
            if let Some(v) = self.result(values, &self.nodes[i]) {
                values[i] = values[i].meet(&v)?;
            }
        }
        Some(())
    }

    /// What the arguments say about a node; `None` if nothing.
    pub fn result(&self, values: &[Abs], n: &Node) -> Option<Abs> {
        let arity = n.op.arity();
        let scalars = match n.op {
            Op::Select => 1,
            _ => arity,
        };
        let skip = usize::from(n.op == Op::Store);
        let untracked = |r: &Ref| self.nodes[r.node as usize].wide;
        if n.op == Op::Store {
            if untracked(&n.args[0]) || untracked(&n.args[2]) {
                return None;
            }
        } else if n.args[..scalars].iter().skip(skip).any(untracked) {
            return None;
        }
        let (a, b, c) = (self.get(values, n.args[0]), self.get(values, n.args[1]), self.get(values, n.args[2]));
        apply(n.op, [a, b, c], (n.width, n.lo))
    }

    fn backward(&self, values: &mut [Abs]) -> Option<()> {
        for i in (0..self.nodes.len()).rev() {
            let n = &self.nodes[i];
            let untracked = |r: &Ref| self.nodes[r.node as usize].wide;
            if n.wide || n.args[..n.op.arity()].iter().any(untracked) {
                continue;
            }
            self.narrow_args(values, n, values[i])?;
        }
        Some(())
    }

    /// What the outcome of a comparison says about its arguments.
    fn narrow_order(&self, values: &mut [Abs], n: &Node, v: Abs) -> Option<()> {
        let [x, y, _] = n.args;
        let (a, b) = (self.get(values, x), self.get(values, y));
        let Some(holds) = v.as_bool() else { return Some(()) };
        let (left, right) = match (n.op, holds) {
            (Op::Ult, true) => (
                Abs::unsigned(a.width, 0, b.umax.checked_sub(1)?)?,
                Abs::unsigned(a.width, a.umin.checked_add(1)?, u64::MAX)?,
            ),
            (Op::Ult, false) => (Abs::unsigned(a.width, b.umin, u64::MAX)?, Abs::unsigned(a.width, 0, a.umax)?),
            (_, true) => (
                Abs::signed(a.width, i64::MIN, b.smax.checked_sub(1)?)?,
                Abs::signed(a.width, a.smin.checked_add(1)?, i64::MAX)?,
            ),
            (_, false) => (Abs::signed(a.width, b.smin, i64::MAX)?, Abs::signed(a.width, i64::MIN, a.smax)?),
        };
        self.narrow(values, x, &left)?;
        self.narrow(values, y, &right)
    }

    /// What a node's value says about its arguments.
    fn narrow_args(&self, values: &mut [Abs], n: &Node, v: Abs) -> Option<()> {
        let [x, y, z] = n.args;
        let (a, b) = (self.get(values, x), self.get(values, y));
        match n.op {
            Op::And => {
                for (r, other) in [(x, b), (y, a)] {
                    // Ones are ones of both; a zero where the other has a one is a zero.
                    if let Some(known) = Abs::bits(n.width, v.zeros & other.ones, v.ones) {
                        self.narrow(values, r, &known)?;
                    }
                }
            }
            Op::Xor => {
                self.narrow(values, x, &v.xor(&b))?;
                self.narrow(values, y, &v.xor(&a))?;
            }
            Op::Eq => match v.as_bool() {
                Some(true) => {
                    self.narrow(values, x, &b)?;
                    self.narrow(values, y, &a)?;
                }
                Some(false) => {
                    self.exclude(values, x, b)?;
                    self.exclude(values, y, a)?;
                }
                None => {}
            },
            Op::Ite => {
                let (t, e) = (self.get(values, y), self.get(values, z));
                if t.width != v.width {
                    return Some(());
                }
                match a.as_bool() {
                    Some(true) => self.narrow(values, y, &v)?,
                    Some(false) => self.narrow(values, z, &v)?,
                    None if t.meet(&v).is_none() => self.narrow(values, x, &Abs::bool(false))?,
                    None if e.meet(&v).is_none() => self.narrow(values, x, &Abs::bool(true))?,
                    None => {}
                }
            }
            Op::Add => {
                self.narrow(values, x, &v.sub(&b))?;
                self.narrow(values, y, &v.sub(&a))?;
            }
            Op::Concat if n.width == a.width + b.width => {
                self.narrow(values, x, &v.extract(b.width, a.width))?;
                self.narrow(values, y, &v.extract(0, b.width))?;
            }
            Op::Extract => {
                if let Some(known) = Abs::bits(a.width, v.zeros << n.lo, v.ones << n.lo) {
                    self.narrow(values, x, &known)?;
                }
            }
            Op::Sext => self.narrow(values, x, &v.extract(0, a.width))?,
            Op::Ult | Op::Slt => return self.narrow_order(values, n, v),
            Op::Const
            | Op::Symbol
            | Op::Not
            | Op::Or
            | Op::Implies
            | Op::Sub
            | Op::Neg
            | Op::Mul
            | Op::Udiv
            | Op::Urem
            | Op::Sdiv
            | Op::Srem
            | Op::Shl
            | Op::Lshr
            | Op::Ashr
            | Op::Concat
            | Op::Zext
            | Op::Ule
            | Op::Sle
            | Op::Umulo
            | Op::Smulo
            | Op::ConstArray
            | Op::Select
            | Op::Store => {}
        }
        Some(())
    }

    /// The node is not this constant: its bounds move where they are.
    fn exclude(&self, values: &mut [Abs], r: Ref, other: Abs) -> Option<()> {
        let Some(k) = other.as_constant() else { return Some(()) };
        let v = self.get(values, r);
        if v.width != other.width || self.nodes[r.node as usize].wide {
            return Some(());
        }
        let mut by = v;
        if v.umin == k {
            by.umin = k.checked_add(1)?;
        }
        if v.umax == k {
            by.umax = k.checked_sub(1)?;
        }
        if v.smin == other.smin {
            by.smin = v.smin.checked_add(1)?;
        }
        if v.smax == other.smax {
            by.smax = v.smax.checked_sub(1)?;
        }
        let by = Abs::top(v.width).meet(&by)?;
        self.narrow(values, r, &by)
    }
}

//! The steps of a system, location by location: its terms with the program counter put in.

use crate::System;
use pm_term::{NodeSet, Op, Substitution, TermId};

/// Locations times terms above the program counter: beyond that a system is left as it is.
const WORK: usize = 4_000_000;

pub(super) struct Steps {
    /// By location and variable: its value after a step from there.
    pub next: Vec<Vec<TermId>>,
    /// By location: where a step may lead, the end included.
    pub targets: Vec<Vec<u32>>,
    /// By location: the conditions of [`System::reached`], in their order.
    pub reached: Vec<Vec<TermId>>,
    changed_vars: Vec<bool>,
    changed_reached: bool,
}

impl Steps {
    /// `None` where that is too much work.
    pub fn new(system: &mut System) -> Option<Steps> {
        let roots: Vec<TermId> = system.vars.iter().map(|v| v.next).chain(system.reached.iter().map(|r| r.1)).collect();
        let spine = Spine::new(system, &roots);
        if system.locations.len().saturating_mul(spine.size) > WORK {
            return None;
        }
        let count = system.vars.len();
        let mut steps = Steps {
            next: Vec::new(),
            targets: Vec::new(),
            reached: Vec::new(),
            changed_vars: vec![false; count],
            changed_reached: false,
        };
        for location in 0..system.locations.len() as u32 {
            let mut here = spine.at(system, location);
            let mut all: Vec<TermId> = roots
                .iter()
                .map(|&t| if spine.mentions(t) { system.terms.substitute(t, &mut here) } else { t })
                .collect();
            steps.reached.push(all.split_off(count));
            steps.targets.push(targets(system, all[System::PC]));
            steps.next.push(all);
        }
        Some(steps)
    }

    /// Another value of a variable after a step from a location.
    pub fn set(&mut self, location: u32, var: usize, value: TermId) {
        let slot = &mut self.next[location as usize][var];
        self.changed_vars[var] |= *slot != value;
        *slot = value;
    }

    /// Replaces variables at a location.
    pub fn substitute(&mut self, system: &mut System, location: u32, by: &mut Substitution) {
        for var in 0..system.vars.len() {
            let value = system.terms.substitute(self.next[location as usize][var], by);
            self.set(location, var, value);
        }
        self.targets[location as usize] = targets(system, self.next[location as usize][System::PC]);
        for cond in &mut self.reached[location as usize] {
            let new = system.terms.substitute(*cond, by);
            self.changed_reached |= new != *cond;
            *cond = new;
        }
        // A bad condition says where it happens.
        let System { terms, bad, .. } = system;
        for bad in bad.iter_mut().filter(|b| b.location == location) {
            bad.cond = terms.substitute(bad.cond, by);
            bad.parts.iter_mut().for_each(|(_, cond)| *cond = terms.substitute(*cond, by));
        }
    }

    /// Puts the steps together again, where they changed.
    pub fn write_back(&mut self, system: &mut System) {
        let here: Vec<TermId> = (0..system.locations.len() as u32).map(|l| system.at_location(l)).collect();
        for var in 0..system.vars.len() {
            if std::mem::take(&mut self.changed_vars[var]) {
                system.vars[var].next = self.together(system, &here, var);
            }
        }
        if std::mem::take(&mut self.changed_reached) {
            for i in 0..system.reached.len() {
                let conds: Vec<TermId> =
                    here.iter().zip(&self.reached).map(|(&at, all)| system.terms.and(at, all[i])).collect();
                system.reached[i].1 = system.terms.or_all(&conds);
            }
        }
    }

    /// Where there is no step, a variable stays as it is, and the program counter goes to the end.
    fn together(&self, system: &mut System, here: &[TermId], var: usize) -> TermId {
        let now = system.vars[var].now;
        let mut next = now;
        if var == System::PC {
            next = system.terms.bv(system.terms.width(now), System::END.into());
        }
        for (&at, values) in here.iter().zip(&self.next) {
            if values[var] != next {
                next = system.terms.ite(at, values[var], next);
            }
        }
        next
    }
}

/// The constants that a value of the program counter chooses from.
fn targets(system: &System, pc: TermId) -> Vec<u32> {
    let terms = &system.terms;
    let mut seen = NodeSet::default();
    let mut out = Vec::new();
    let mut stack = vec![pc];
    while let Some(t) = stack.pop() {
        if let Some(value) = terms.const_u64(t) {
            out.push(value as u32);
        } else if terms.op(t) != Op::Ite {
            return (0..system.locations.len() as u32).collect();
        } else if seen.insert(t) {
            stack.extend_from_slice(&terms.args(t)[1..3]);
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// The terms above the program counter: what a location changes.
struct Spine {
    nodes: NodeSet,
    /// What is below them and does not mention it.
    below: Vec<TermId>,
    size: usize,
}

impl Spine {
    fn new(system: &System, roots: &[TermId]) -> Spine {
        let (terms, pc) = (&system.terms, system.vars[System::PC].now);
        let mut spine = Spine { nodes: NodeSet::default(), below: Vec::new(), size: 0 };
        let mut seen = NodeSet::default();
        spine.nodes.insert(pc);
        for t in terms.cone(roots) {
            let args = terms.args(t);
            if !args.iter().any(|a| spine.mentions(*a)) {
                continue;
            }
            spine.nodes.insert(t);
            for arg in args.iter().map(|a| a.regular()) {
                if !spine.mentions(arg) && seen.insert(arg) {
                    spine.below.push(arg);
                }
            }
            spine.size += 1;
        }
        spine.size += spine.below.len();
        spine
    }

    fn mentions(&self, t: TermId) -> bool {
        self.nodes.contains(t.regular())
    }

    fn at(&self, system: &mut System, location: u32) -> Substitution {
        let pc = system.vars[System::PC].now;
        let number = system.terms.bv(system.terms.width(pc), location.into());
        let mut here = Substitution::new();
        here.replace(pc, number);
        self.below.iter().for_each(|&t| here.replace(t, t));
        here
    }
}

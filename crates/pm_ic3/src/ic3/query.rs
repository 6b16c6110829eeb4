//! The questions that the engine asks the solver.

use super::frames::{FOREVER, tag};
use super::{Cube, Ic3};
use crate::code::Code;
use crate::relation::Fanins;
use crate::solver::{Answer, Domain, INIT};
use pm_solve::Limit;

impl Ic3<'_> {
    /// A set of states from which one of the bad sets is hit without a step, with a state of the frame in it.
    pub(super) fn bad_cube(&mut self, frame: usize, bad: &[usize]) -> Result<Option<(usize, Cube)>, Limit> {
        let any: Vec<Code> = bad.iter().map(|&i| self.system.bad[i]).collect();
        self.enter_domain(frame, any.iter().map(|l| l.var() as u32));
        let still: Vec<Code> = self.system.step.iter().map(|&s| !s).collect();
        let domain = state_domain(&self.system, &self.domain);
        let answer = self.solver.solve(tag(frame), &still, Some(&any), domain, &self.limits);
        if !is_sat(answer)? {
            return Ok(None);
        }
        let hit = bad.iter().copied().find(|&i| self.solver.value(self.system.bad[i]) == Some(true));
        let index = hit.unwrap_or(bad[0]);
        Ok(Some((index, self.lift_bad(index))))
    }

    /// Whether the cube cannot be entered at this frame: no step leads from the frame below, outside the cube, into it. If so, the
    /// part of the cube for which this was shown; else the solver has the model of a step.
    pub(super) fn is_inductive(&mut self, cube: &[Code], frame: usize) -> Result<Option<Cube>, Limit> {
        self.step_into(cube, if frame == FOREVER { FOREVER } else { frame - 1 }, true)
    }

    /// As [`is_inductive`](Self::is_inductive), with the cube's own states as sources, too, unless `outside`.
    pub(super) fn step_into(&mut self, cube: &[Code], from: usize, outside: bool) -> Result<Option<Cube>, Limit> {
        let negated: Option<Vec<Code>> = outside.then(|| cube.iter().map(|&l| !l).collect());
        let mut assumptions: Vec<Code> = self.system.step.into_iter().collect();
        assumptions.extend(cube.iter().map(|&l| self.system.prime(l)));
        let primed: Vec<u32> = assumptions.iter().map(|l| l.var() as u32).collect();
        self.enter_domain(from, primed.into_iter().chain(cube.iter().map(|l| l.var() as u32)));
        let domain = domain(&self.system, &self.domain);
        let answer = self.solver.solve(tag(from), &assumptions, negated.as_deref(), domain, &self.limits);
        if is_sat(answer)? {
            return Ok(None);
        }
        Ok(Some(cube.iter().copied().filter(|&l| self.solver.has_failed(self.system.prime(l))).collect()))
    }

    pub(super) fn intersects_init(&mut self, cube: &[Code]) -> Result<bool, Limit> {
        Ok(self.init_core(cube)?.is_none())
    }

    /// A part of the cube that no initial state satisfies, if there is one.
    pub(super) fn init_core(&mut self, cube: &[Code]) -> Result<Option<Cube>, Limit> {
        if let Some(&lit) = cube.iter().find(|&&l| self.system.is_never_initial(l)) {
            return Ok(Some(vec![lit]));
        }
        if self.system.init_is_cube {
            return Ok(None);
        }
        self.enter_domain(0, cube.iter().map(|l| l.var() as u32));
        let mut assumptions: Vec<Code> = self.system.step.iter().map(|&s| !s).collect();
        assumptions.extend_from_slice(cube);
        let domain = state_domain(&self.system, &self.domain);
        let answer = self.solver.solve(INIT, &assumptions, None, domain, &self.limits);
        if is_sat(answer)? {
            return Ok(None);
        }
        Ok(Some(cube.iter().copied().filter(|&l| self.solver.has_failed(l)).collect()))
    }

    /// Adds literals of `whole`, which has no initial states, to a part of it until the part has none.
    pub(super) fn avoid_init(&mut self, mut part: Cube, whole: &[Code]) -> Result<Cube, Limit> {
        if part.is_empty() || self.intersects_init(&part)? {
            part.extend(self.init_core(whole)?.unwrap_or_else(|| whole.to_vec()));
            part.sort_unstable();
            part.dedup();
        }
        Ok(part)
    }

    /// Makes the cone of some variables and of the constraints the domain. Of frame 0 nothing may be overlooked: there, the initial
    /// conditions are part of it.
    pub(super) fn enter_domain(&mut self, frame: usize, roots: impl Iterator<Item = u32>) {
        let Some(fanins) = &self.system.fanins else { return };
        self.domain.clear();
        let constraints = self.system.constraints.iter().map(|l| l.var() as u32);
        let init = if frame == 0 { &self.system.init_vars[..] } else { &[] };
        for var in roots.chain(constraints).chain(init.iter().copied()) {
            self.marks.add(var, &mut self.domain);
        }
        let done = self.marks.close(fanins, &mut self.domain, 0);
        for (lit, latches) in &self.system.invariants {
            if latches.iter().all(|&l| self.marks.has(l)) {
                self.marks.add(lit.var() as u32, &mut self.domain);
            }
        }
        self.marks.close(fanins, &mut self.domain, done);
        self.marks.clear(&self.domain);
    }
}

/// For questions about one state.
pub(super) fn state_domain<'a>(system: &'a super::System, cone: &'a [u32]) -> Domain<'a> {
    Domain::Vars(if system.fanins.is_some() { cone } else { &system.state_vars })
}

/// For questions about a step.
pub(super) fn domain<'a>(system: &'a super::System, cone: &'a [u32]) -> Domain<'a> {
    if system.fanins.is_some() { Domain::Vars(cone) } else { Domain::All }
}

pub(super) fn is_sat(answer: Answer) -> Result<bool, Limit> {
    match answer {
        Answer::Sat => Ok(true),
        Answer::Unsat => Ok(false),
        Answer::Limit(limit) => Err(limit),
    }
}

/// Variables that are already in the domain.
#[derive(Default)]
pub(super) struct Marks(Vec<bool>);

impl Marks {
    pub(super) fn new(vars: usize) -> Self {
        Marks(vec![false; vars])
    }
    fn add(&mut self, var: u32, domain: &mut Vec<u32>) {
        if !std::mem::replace(&mut self.0[var as usize], true) {
            domain.push(var);
        }
    }
    fn has(&self, var: u32) -> bool {
        self.0[var as usize]
    }
    /// Adds what the variables from `at` on need; returns how many there are then.
    fn close(&mut self, fanins: &Fanins, domain: &mut Vec<u32>, mut at: usize) -> usize {
        while let Some(&var) = domain.get(at) {
            at += 1;
            for &fanin in fanins.of(var) {
                self.add(fanin, domain);
            }
        }
        at
    }
    fn clear(&mut self, domain: &[u32]) {
        for &var in domain {
            self.0[var as usize] = false;
        }
    }
}

//! One question: propagation, decisions, restarts.

use super::{ALWAYS, Answer, BINARY, ClauseRef, DEAD, Domain, NO_REASON, Solver, TEMPORARY, Tag, Watch};
use crate::code::Code;
use pm_solve::Limits;

/// How many steps of the search go by between two looks at the clock.
const CHECK_EVERY: u64 = 2048;
const RESTART_UNIT: u64 = 64;

impl Solver {
    /// Whether the clauses of a frame, the assumptions and, for this call, `temporary` can all be true.
    pub(crate) fn solve(
        &mut self,
        frame: Tag,
        assumptions: &[Code],
        temporary: Option<&[Code]>,
        domain: Domain,
        limits: &Limits,
    ) -> Answer {
        self.stats.questions += 1;
        for i in 0..self.core.len() {
            self.failed[self.core[i].index()] = false;
        }
        self.core.clear();
        self.reset();
        if self.stats.questions.is_multiple_of(256)
            && let Some(limit) = limits.exceeded()
        {
            return Answer::Limit(limit);
        }
        if !self.settle_root() {
            return Answer::Unsat;
        }
        self.collect_garbage();
        self.enter_domain(domain);
        self.frame = frame;
        if frame <= self.empty_up_to || !self.begin(temporary) {
            return Answer::Unsat;
        }
        self.search(assumptions, limits)
    }

    /// Makes units that always hold facts of the root.
    pub(super) fn settle_root(&mut self) -> bool {
        let mut i = 0;
        while i < self.units.len() && !self.contradiction {
            let lit = self.units[i];
            let tag = self.unit_tags[lit.index()];
            let value = self.values[lit.index()];
            if value > 0 || tag == ALWAYS {
                self.units.swap_remove(i);
                self.unit_tags[lit.index()] = DEAD;
                if value < 0 {
                    self.contradiction = true;
                } else if value == 0 {
                    self.enqueue(lit, NO_REASON);
                }
            } else {
                i += 1;
            }
        }
        if self.contradiction || self.propagate().is_some() {
            self.contradiction = true;
            return false;
        }
        if self.root_done < self.trail.len() {
            self.simplify_tagged();
        }
        if self.learnts.len() > self.max_learnts {
            self.reduce_learnts();
        }
        true
    }

    pub(super) fn enter_domain(&mut self, domain: Domain) {
        self.all = matches!(domain, Domain::All);
        if let Domain::Vars(vars) = domain {
            self.domain.extend_from_slice(vars);
            for &var in vars {
                self.in_domain[var as usize] = true;
            }
        }
    }

    /// Level 1: the temporary clause and what is known in this frame. False if that is a contradiction.
    fn begin(&mut self, temporary: Option<&[Code]>) -> bool {
        self.limits.push(self.trail.len());
        if let Some(clause) = temporary
            && !self.add_temporary(clause)
        {
            return false;
        }
        for i in 0..self.units.len() {
            let lit = self.units[i];
            let tag = self.unit_tags[lit.index()];
            if tag < self.frame || !(self.all || self.in_domain[lit.var()]) {
                continue;
            }
            match self.values[lit.index()] {
                0 => self.enqueue_fact(lit, tag),
                1 => {}
                _ => return false,
            }
        }
        self.propagate().is_none()
    }

    fn enqueue_fact(&mut self, lit: Code, tag: Tag) {
        self.enqueue(lit, NO_REASON);
        self.fact_tags[lit.var()] = tag;
    }

    fn add_temporary(&mut self, clause: &[Code]) -> bool {
        if clause.iter().any(|l| self.values[l.index()] > 0) {
            return true;
        }
        let open: Vec<Code> = clause.iter().copied().filter(|l| self.values[l.index()] == 0).collect();
        match open[..] {
            [] => return false,
            [unit] => self.enqueue_fact(unit, TEMPORARY),
            _ => {
                self.attach(&open, TEMPORARY, None);
            }
        }
        true
    }

    fn search(&mut self, assumptions: &[Code], limits: &Limits) -> Answer {
        let mut restarts = 0;
        let mut until_restart = RESTART_UNIT;
        let mut steps = 0u64;
        let start = self.stats.conflicts;
        loop {
            steps += 1;
            if steps.is_multiple_of(CHECK_EVERY)
                && let Some(limit) = limits.exceeded()
            {
                return Answer::Limit(limit);
            }
            if let Some(conflict) = self.propagate() {
                self.stats.conflicts += 1;
                until_restart = until_restart.saturating_sub(1);
                if self.level() == 1 {
                    return Answer::Unsat;
                }
                self.learn_from(conflict);
                continue;
            }
            if until_restart == 0 {
                if limits.conflicts.is_some_and(|c| self.stats.conflicts - start >= c) {
                    return Answer::Limit(pm_solve::Limit::Conflicts);
                }
                restarts += 1;
                until_restart = luby(restarts) * RESTART_UNIT;
                self.backtrack(1 + assumptions.len());
                if self.learnts.len() > self.max_learnts {
                    self.reduce_learnts();
                }
            }
            match self.next_assumption(assumptions) {
                Next::Failed => return Answer::Unsat,
                Next::Assume(lit) => self.decide(lit),
                Next::Free => match self.pick() {
                    Some(lit) => {
                        self.stats.decisions += 1;
                        self.decide(lit);
                    }
                    None => return Answer::Sat,
                },
            }
        }
    }

    /// Assumption i is decided at level i + 2, so that a level tells which are due.
    fn next_assumption(&mut self, assumptions: &[Code]) -> Next {
        while let Some(&lit) = assumptions.get(self.level() - 1) {
            match self.values[lit.index()] {
                0 => return Next::Assume(lit),
                1 => self.limits.push(self.trail.len()),
                _ => {
                    self.explain_failure(lit);
                    return Next::Failed;
                }
            }
        }
        Next::Free
    }

    fn decide(&mut self, lit: Code) {
        self.limits.push(self.trail.len());
        self.enqueue(lit, NO_REASON);
    }

    fn pick(&mut self) -> Option<Code> {
        if !self.heap_ready {
            self.heap_ready = true;
            self.fill_heap(true);
        }
        loop {
            let Some(var) = self.heap.pop() else {
                // The values of leaves imply the others where all gates are in clauses of their own: then, nothing is left.
                self.fill_heap(false);
                let var = self.heap.pop()?;
                return Some(Code::new(var, !self.phases[var as usize]));
            };
            if self.values[2 * var as usize] == 0 {
                return Some(Code::new(var, !self.phases[var as usize]));
            }
        }
    }

    /// Variables that may be decided: first the leaves; a conflict brings in those that it undoes.
    fn fill_heap(&mut self, leaves: bool) {
        let (values, is_gate) = (&self.values, &self.is_gate);
        let open = |v: &u32| values[2 * *v as usize] == 0 && !(leaves && is_gate[*v as usize]);
        if self.all {
            self.heap.fill((0..self.levels.len() as u32).filter(open));
        } else {
            self.heap.fill(self.domain.iter().copied().filter(open));
        }
    }

    /// Assigns what follows; the clause that is false if there is one.
    pub(super) fn propagate(&mut self) -> Option<ClauseRef> {
        while self.head < self.trail.len() {
            let lit = self.trail[self.head];
            self.head += 1;
            self.stats.propagations += 1;
            let mut watches = std::mem::take(&mut self.watches[lit.index()]);
            let conflict = self.visit(lit, &mut watches);
            self.watches[lit.index()] = watches;
            if conflict.is_some() {
                self.head = self.trail.len();
                return conflict;
            }
        }
        None
    }

    fn visit(&mut self, lit: Code, watches: &mut Vec<Watch>) -> Option<ClauseRef> {
        let falsified = (!lit).0;
        let (mut read, mut write) = (0, 0);
        let mut conflict = None;
        'watches: while read < watches.len() {
            let watch = watches[read];
            read += 1;
            let value = self.values[watch.blocker.index()];
            if value > 0 || !(self.all || self.in_domain[watch.blocker.var()]) {
                watches[write] = watch;
                write += 1;
                continue;
            }
            if watch.clause & BINARY != 0 {
                watches[write] = watch;
                write += 1;
                if value < 0 {
                    conflict = Some(watch.clause & !BINARY);
                    break;
                }
                self.enqueue(watch.blocker, watch.clause & !BINARY);
                continue;
            }
            let tag = self.tag(watch.clause);
            if tag < self.frame {
                if tag != DEAD {
                    watches[write] = watch;
                    write += 1;
                }
                continue;
            }
            let start = Self::body(watch.clause);
            let end = start + self.len(watch.clause);
            let lits = &mut self.arena[start..end];
            if lits[0] == falsified {
                lits.swap(0, 1);
            }
            let first = Code(lits[0]);
            let value = self.values[first.index()];
            if value <= 0 {
                for k in 2..lits.len() {
                    if self.values[lits[k] as usize] >= 0 {
                        lits.swap(1, k);
                        let other = Code(lits[1]);
                        self.watches[(!other).index()].push(Watch { clause: watch.clause, blocker: first });
                        continue 'watches;
                    }
                }
            }
            watches[write] = Watch { clause: watch.clause, blocker: first };
            write += 1;
            if value < 0 {
                conflict = Some(watch.clause);
                break;
            }
            if value == 0 && (self.all || self.in_domain[first.var()]) {
                self.enqueue(first, watch.clause);
            }
        }
        watches.copy_within(read.., write);
        watches.truncate(write + (watches.len() - read));
        conflict
    }
}

enum Next {
    Assume(Code),
    Failed,
    Free,
}

/// 1 1 2 1 1 2 4 …
fn luby(mut i: u64) -> u64 {
    loop {
        let size = (i + 1).next_power_of_two();
        if i + 1 == size {
            return size / 2;
        }
        i -= size / 2 - 1;
    }
}

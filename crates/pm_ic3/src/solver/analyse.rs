//! What a conflict teaches, and which assumptions are to blame.

use super::{ALWAYS, ClauseRef, NO_REASON, Solver, TEMPORARY, Tag, meet};
use crate::code::Code;

impl Solver {
    /// Learns from a conflict above level 1 and goes back.
    pub(super) fn learn_from(&mut self, conflict: ClauseRef) {
        self.analyse(conflict);
        self.minimise();
        let level = self.put_deepest_second();
        self.backtrack(level);
        let (asserted, tag) = (self.learnt[0], self.learnt_tag);
        if self.learnt.len() == 1 {
            self.enqueue(asserted, NO_REASON);
            self.fact_tags[asserted.var()] = tag;
            if tag != TEMPORARY {
                self.add_unit(asserted, tag);
            }
        } else {
            let lits = std::mem::take(&mut self.learnt);
            let clause = self.attach(&lits, tag, Some(self.clause_increment));
            self.enqueue(asserted, clause);
            self.learnt = lits;
        }
        self.heap.decay();
        self.decay_clauses();
    }

    /// The first unique implication point: `learnt` gets the clause, the asserting literal in front.
    fn analyse(&mut self, conflict: ClauseRef) {
        self.learnt.clear();
        self.learnt.push(Code(0));
        self.learnt_tag = ALWAYS;
        let current = self.level() as u32;
        let mut open = 0;
        let mut at = self.trail.len();
        let mut clause = conflict;
        let mut implied = None;
        loop {
            self.learnt_tag = meet(self.learnt_tag, self.tag(clause));
            if self.is_learnt(clause) {
                self.bump_clause(clause);
            }
            let start = Self::body(clause);
            for i in start..start + self.len(clause) {
                let lit = Code(self.arena[i]);
                if Some(lit) == implied {
                    continue;
                }
                let var = lit.var();
                let level = self.levels[var];
                if level == 1 {
                    self.learnt_tag = meet(self.learnt_tag, self.fact_tags[var]);
                }
                if level <= 1 || self.seen[var] {
                    continue;
                }
                self.seen[var] = true;
                self.heap.bump(var as u32);
                if level == current {
                    open += 1;
                } else {
                    self.learnt.push(lit);
                }
            }
            loop {
                at -= 1;
                if self.seen[self.trail[at].var()] {
                    break;
                }
            }
            let lit = self.trail[at];
            self.seen[lit.var()] = false;
            open -= 1;
            if open == 0 {
                self.learnt[0] = !lit;
                return;
            }
            clause = self.reasons[lit.var()];
            implied = Some(lit);
        }
    }

    /// Drops literals that the others imply, where the clause stays valid in as many frames.
    fn minimise(&mut self) {
        let mut learnt = std::mem::take(&mut self.learnt);
        let marked = learnt.clone();
        let mut place = 0;
        learnt.retain(|&lit| {
            place += 1;
            place == 1 || !self.is_implied(lit)
        });
        for lit in &marked[1..] {
            self.seen[lit.var()] = false;
        }
        self.learnt = learnt;
    }

    fn is_implied(&self, lit: Code) -> bool {
        let reason = self.reasons[lit.var()];
        if reason == NO_REASON || !self.keeps_tag(self.tag(reason)) {
            return false;
        }
        self.literals(reason).iter().map(|&l| Code(l).var()).filter(|&v| v != lit.var()).all(|v| match self.levels[v] {
            0 => true,
            1 => self.keeps_tag(self.fact_tags[v]),
            _ => self.seen[v],
        })
    }

    fn keeps_tag(&self, tag: Tag) -> bool {
        meet(self.learnt_tag, tag) == self.learnt_tag
    }

    /// The level to go back to; its literal is the second to be watched.
    fn put_deepest_second(&mut self) -> usize {
        let mut deepest = 1;
        for i in 2..self.learnt.len() {
            if self.levels[self.learnt[i].var()] > self.levels[self.learnt[deepest].var()] {
                deepest = i;
            }
        }
        if self.learnt.len() == 1 {
            return 1;
        }
        self.learnt.swap(1, deepest);
        self.levels[self.learnt[1].var()] as usize
    }

    /// The assumption is false: the core is it and the assumptions that made it so.
    pub(super) fn explain_failure(&mut self, lit: Code) {
        self.blame(lit);
        if self.levels[lit.var()] <= 1 {
            return;
        }
        self.seen[lit.var()] = true;
        let start = self.limits[1];
        for at in (start..self.trail.len()).rev() {
            let lit = self.trail[at];
            let var = lit.var();
            if !std::mem::take(&mut self.seen[var]) {
                continue;
            }
            let reason = self.reasons[var];
            if reason == NO_REASON {
                self.blame(lit);
                continue;
            }
            self.mark_others(var, reason);
        }
    }

    /// Marks the variables of a reason that are not facts.
    pub(super) fn mark_others(&mut self, var: usize, reason: ClauseRef) {
        let body = Self::body(reason);
        for i in body..body + self.len(reason) {
            let other = Code(self.arena[i]).var();
            if other != var && self.levels[other] > 1 {
                self.seen[other] = true;
            }
        }
    }

    fn blame(&mut self, assumption: Code) {
        if !self.failed[assumption.index()] {
            self.failed[assumption.index()] = true;
            self.core.push(assumption);
        }
    }
}

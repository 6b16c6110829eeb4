//! The clause store: adding, tagging, removing, and reducing what was learnt.

use super::{ALWAYS, BINARY, ClauseRef, DEAD, Handle, Place, Solver, TEMPORARY, Tag, Watch};
use crate::code::Code;

const HEADER: usize = 3;
const LEARNT: u32 = 1 << 31;
const HANDLED: u32 = 1 << 30;
const LENGTH: u32 = HANDLED - 1;

/// Arena words that may be wasted before it is compacted.
const MIN_WASTE: usize = 1 << 20;

impl Solver {
    pub(super) fn len(&self, clause: ClauseRef) -> usize {
        (self.arena[clause as usize] & LENGTH) as usize
    }
    pub(super) fn tag(&self, clause: ClauseRef) -> Tag {
        self.arena[clause as usize + 1]
    }
    pub(super) fn is_learnt(&self, clause: ClauseRef) -> bool {
        self.arena[clause as usize] & LEARNT != 0
    }
    /// The literals, as [`Code`]s.
    pub(super) fn literals(&self, clause: ClauseRef) -> &[u32] {
        let start = clause as usize + HEADER;
        &self.arena[start..start + self.len(clause)]
    }
    pub(super) fn body(clause: ClauseRef) -> usize {
        clause as usize + HEADER
    }

    /// Adds a clause that stays as it is.
    pub(crate) fn load(&mut self, clause: &[Code], tag: Tag) {
        self.reset();
        self.add_at_root(clause, tag, None);
    }

    /// Adds a clause that holds up to the frame of the tag.
    pub(crate) fn add_clause(&mut self, clause: &[Code], tag: Tag) -> Handle {
        self.reset();
        let place = self.add_at_root(clause, tag, None);
        let handle = Handle(self.handles.len() as u32);
        if let Place::Clause(c) = place {
            self.set_handle(c, handle);
        }
        self.handles.push(place);
        handle
    }

    /// Changes the highest frame of a clause.
    pub(crate) fn retag(&mut self, handle: Handle, tag: Tag) {
        match self.handles[handle.0 as usize] {
            Place::Clause(clause) => self.arena[clause as usize + 1] = tag,
            Place::Unit(lit) => self.add_unit(lit, tag),
            Place::Empty => self.empty_up_to = self.empty_up_to.max(tag),
            Place::Gone => {}
        }
    }

    /// Removes a clause that others imply.
    pub(crate) fn remove(&mut self, handle: Handle) {
        if let Place::Clause(clause) = self.handles[handle.0 as usize] {
            self.reset();
            self.kill(clause);
        }
        self.handles[handle.0 as usize] = Place::Gone;
    }

    fn set_handle(&mut self, clause: ClauseRef, handle: Handle) {
        self.arena[clause as usize] |= HANDLED;
        self.arena[clause as usize + 2] = handle.0;
    }

    /// Adds a clause while nothing but the root is assigned. `learnt` is the activity of a learnt clause.
    fn add_at_root(&mut self, clause: &[Code], tag: Tag, learnt: Option<f32>) -> Place {
        let mut lits: Vec<Code> = clause.iter().copied().filter(|l| self.values[l.index()] >= 0).collect();
        lits.sort_unstable();
        lits.dedup();
        let holds = lits.iter().any(|l| self.values[l.index()] > 0) || lits.windows(2).any(|w| w[0] == !w[1]);
        if holds {
            return Place::Gone;
        }
        match lits[..] {
            [] => {
                self.empty_up_to = self.empty_up_to.max(tag);
                Place::Empty
            }
            [unit] => {
                self.add_unit(unit, tag);
                Place::Unit(unit)
            }
            _ => Place::Clause(self.attach(&lits, tag, learnt)),
        }
    }

    /// A literal that is true up to a frame; it becomes a fact when the next question begins.
    pub(super) fn add_unit(&mut self, lit: Code, tag: Tag) {
        let known = &mut self.unit_tags[lit.index()];
        if *known == DEAD {
            self.units.push(lit);
        }
        *known = (*known).max(tag);
    }

    /// Stores and watches a clause of two or more literals; the first two must be the last to become false.
    pub(super) fn attach(&mut self, lits: &[Code], tag: Tag, learnt: Option<f32>) -> ClauseRef {
        let clause = self.arena.len() as ClauseRef;
        if tag != ALWAYS {
            self.base_end.get_or_insert(self.arena.len());
        }
        let flags = if learnt.is_some() { LEARNT } else { 0 };
        self.arena.extend([lits.len() as u32 | flags, tag, learnt.unwrap_or(0.0).to_bits()]);
        self.arena.extend(lits.iter().map(|l| l.0));
        if learnt.is_some() && tag != TEMPORARY {
            self.learnts.push(clause);
        }
        if tag == TEMPORARY {
            self.temporaries.push(clause);
        }
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: ClauseRef) {
        let start = Self::body(clause);
        let (first, second) = (Code(self.arena[start]), Code(self.arena[start + 1]));
        let flag = if self.len(clause) == 2 && self.tag(clause) == ALWAYS { BINARY } else { 0 };
        self.watches[(!first).index()].push(Watch { clause: clause | flag, blocker: second });
        self.watches[(!second).index()].push(Watch { clause: clause | flag, blocker: first });
    }

    /// Its watches go when they are met.
    pub(super) fn kill(&mut self, clause: ClauseRef) {
        self.arena[clause as usize + 1] = DEAD;
        self.wasted += HEADER + self.len(clause);
    }

    /// New facts of the root take literals out of the clauses that do not always hold: root propagation does not see those, so that
    /// their watches would stay on false literals.
    pub(super) fn simplify_tagged(&mut self) {
        self.root_done = self.trail.len();
        let end = self.arena.len();
        let mut at = self.base_end.unwrap_or(end);
        while at < end {
            let clause = at as ClauseRef;
            at += HEADER + self.len(clause);
            let touched = self.literals(clause).iter().any(|&l| self.values[l as usize] != 0);
            if touched && self.tag(clause) != DEAD && self.tag(clause) != ALWAYS {
                self.shrink(clause);
            }
        }
        self.learnts.retain(|&c| self.arena[c as usize + 1] != DEAD);
    }

    fn shrink(&mut self, clause: ClauseRef) {
        let (head, tag, extra) = (self.arena[clause as usize], self.tag(clause), self.arena[clause as usize + 2]);
        let lits: Vec<Code> = self.literals(clause).iter().map(|&l| Code(l)).collect();
        self.kill(clause);
        let activity = (head & LEARNT != 0).then(|| f32::from_bits(extra));
        let place = self.add_at_root(&lits, tag, activity);
        if head & HANDLED != 0 {
            self.handles[extra as usize] = place;
            if let Place::Clause(c) = place {
                self.set_handle(c, Handle(extra));
            }
        }
    }

    pub(super) fn bump_clause(&mut self, clause: ClauseRef) {
        let place = clause as usize + 2;
        let activity = f32::from_bits(self.arena[place]) + self.clause_increment;
        self.arena[place] = activity.to_bits();
        if activity > 1e20 {
            for i in 0..self.learnts.len() {
                let place = self.learnts[i] as usize + 2;
                self.arena[place] = (f32::from_bits(self.arena[place]) * 1e-20).to_bits();
            }
            self.clause_increment *= 1e-20;
        }
    }

    pub(super) fn decay_clauses(&mut self) {
        self.clause_increment *= 1.0 / 0.999;
    }

    /// Forgets the half of the learnt clauses that was used least.
    pub(super) fn reduce_learnts(&mut self) {
        let mut learnts = std::mem::take(&mut self.learnts);
        learnts.retain(|&c| self.tag(c) != DEAD);
        learnts.sort_by(|&a, &b| self.activity(a).total_cmp(&self.activity(b)));
        let half = learnts.len() / 2;
        let mut place = 0;
        learnts.retain(|&c| {
            place += 1;
            let keep = place > half || self.len(c) == 2 || self.is_reason(c);
            if !keep {
                self.kill(c);
            }
            keep
        });
        self.max_learnts += self.max_learnts / 50;
        self.learnts = learnts;
    }

    fn activity(&self, clause: ClauseRef) -> f32 {
        f32::from_bits(self.arena[clause as usize + 2])
    }

    fn is_reason(&self, clause: ClauseRef) -> bool {
        let lits = self.literals(clause);
        lits[..2].iter().any(|&l| self.values[l as usize] > 0 && self.reasons[Code(l).var()] == clause)
    }

    /// Compacts the arena when much of it is gone. Only while nothing but the root is assigned.
    pub(super) fn collect_garbage(&mut self) {
        if self.wasted < MIN_WASTE.max(self.arena.len() / 3) {
            return;
        }
        let old = std::mem::take(&mut self.arena);
        self.arena.reserve(old.len() - self.wasted);
        self.wasted = 0;
        self.learnts.clear();
        let base = self.base_end.take().unwrap_or(old.len());
        let mut at = 0;
        while at < old.len() {
            let size = HEADER + (old[at] & LENGTH) as usize;
            if at >= base && self.base_end.is_none() {
                self.base_end = Some(self.arena.len());
            }
            if old[at + 1] != DEAD {
                let clause = self.arena.len() as ClauseRef;
                self.arena.extend_from_slice(&old[at..at + size]);
                if old[at] & LEARNT != 0 {
                    self.learnts.push(clause);
                }
                if old[at] & HANDLED != 0 {
                    self.handles[old[at + 2] as usize] = Place::Clause(clause);
                }
            }
            at += size;
        }
        self.rewatch();
    }

    fn rewatch(&mut self) {
        self.watches.iter_mut().for_each(Vec::clear);
        // Facts of the root need no reason.
        for i in 0..self.trail.len() {
            self.reasons[self.trail[i].var()] = super::NO_REASON;
        }
        let mut at = 0;
        while at < self.arena.len() {
            let clause = at as ClauseRef;
            let start = Self::body(clause);
            let len = self.len(clause);
            at = start + len;
            // A clause that always holds and is satisfied at the root may have false literals in front.
            let satisfied = self.arena[start..at].iter().any(|&l| self.values[l as usize] > 0);
            if satisfied {
                self.kill(clause);
                self.drop_handle(clause);
            } else {
                self.watch(clause);
            }
        }
        self.learnts.retain(|&c| self.arena[c as usize + 1] != DEAD);
    }

    fn drop_handle(&mut self, clause: ClauseRef) {
        if self.arena[clause as usize] & HANDLED != 0 {
            self.handles[self.arena[clause as usize + 2] as usize] = Place::Gone;
        }
    }
}

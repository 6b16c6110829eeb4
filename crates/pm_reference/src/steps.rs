//! Loops by invariants: initiation, consecution and safety of the facts of a claim.
//!
//! A loop that the claim is about is not gone through pass by pass. The state at its head that a pass begins with is the one that comes from before the loop, with
//! symbols for all that the loop changes (`widen.rs`) and with the facts that are claimed. To be shown: the facts hold of the state from before the loop (initiation) and of each state
//! that comes back to the head (consecution); in the pass nothing is violated (safety). What leaves the loop goes on. So all executions are covered: by induction, every pass begins
//! with a state of this kind; what happened before the loop stays known.
//!
//! Where the facts alone are too weak, passes before help (k-induction): the first k passes are gone through as they are, and then a pass that is shown follows k passes
//! that begin with such a state and violate nothing. Tried and dropped: one pass for the last of the first and all later ones. That the first passes come back is known of the later ones.

use crate::Settings;
use crate::exec::{Activation, Executor, Run, TooHard};
use crate::facts::{Claim, Facts};
use crate::order::Element;
use crate::state::State;
use pm_base::{Idx, Span};
use pm_ir::{BlockId, Program, PropId};
use pm_solve::Answer;
use pm_term::TermId;

/// How often what a loop changes may turn out to be more.
const ROUNDS: u32 = 100;

/// How the facts of a claim are used.
#[derive(Clone, Copy, Default)]
pub struct Induction {
    /// Passes that violate nothing, before the one that is shown.
    pub before: u32,
}

/// Shows that no execution violates the properties `proved`, by the facts of a claim.
///
/// # Errors
/// It is not shown, and why. That says nothing of the properties.
pub fn prove(
    program: &Program,
    settings: &Settings,
    claim: Claim,
    induction: Induction,
    proved: &[PropId],
) -> Result<(), TooHard> {
    let mut ex = Executor::new(program, settings);
    ex.facts = Some(Facts::read(&mut ex.terms, claim));
    ex.before = induction.before;
    ex.follow()?;
    let unread = ex.facts.as_ref().is_some_and(|f| f.unread > 0);
    ex.shown(proved).map_err(|why| match why {
        TooHard::At { what: NOT_SHOWN | NOT_SAFE, span } if unread => {
            TooHard::at("facts that are not about registers and bytes", span)
        }
        why => why,
    })
}

pub const NOT_SHOWN: &str = "a fact is not shown";
const NOT_SAFE: &str = "the facts do not imply the properties";

/// Where an activation and the results stood.
struct Mark {
    waiting: Vec<Vec<State>>,
    returned: usize,
    owned: usize,
    results: Results,
}

/// How many results there were.
pub struct Results {
    violated: Vec<usize>,
    reached: Vec<usize>,
    lens: [usize; 6],
}

impl Results {
    pub fn of(ex: &Executor) -> Results {
        let r = &ex.result;
        Results {
            violated: r.violated.iter().map(Vec::len).collect(),
            reached: r.reached.iter().map(Vec::len).collect(),
            lens: [r.lost.len(), r.beyond.len(), r.loose.len(), r.inputs.len(), ex.unshown.len(), ex.general.len()],
        }
    }

    /// Forgets those that came later.
    pub fn restore(&self, ex: &mut Executor) {
        let r = &mut ex.result;
        r.violated.iter_mut().zip(&self.violated).for_each(|(v, n)| v.truncate(*n));
        r.reached.iter_mut().zip(&self.reached).for_each(|(v, n)| v.truncate(*n));
        r.lost.truncate(self.lens[0]);
        r.beyond.truncate(self.lens[1]);
        r.loose.truncate(self.lens[2]);
        r.inputs.truncate(self.lens[3]);
        ex.unshown.truncate(self.lens[4]);
        ex.general.truncate(self.lens[5]);
    }
}

type Loop<'e> = (BlockId, &'e [Element], &'e [BlockId]);

impl Executor<'_> {
    /// Goes through a loop once, for all its passes.
    pub fn step(&mut self, active: &mut Activation, of: Loop, point: Option<usize>) -> Run<()> {
        let (head, body, blocks) = of;
        let span = self.loop_span(head);
        if blocks.iter().any(|b| *b != head && !active.waiting[b.index()].is_empty()) {
            // What was jumped into the loop comes to its head, or leaves it.
            let first = std::mem::take(&mut active.waiting[head.index()]);
            self.sequence(active, body)?;
            active.waiting[head.index()].extend(first);
        }
        let Some(entry) = self.arrived(active, head) else { return Ok(()) };
        let facts = self.facts_of(point, &entry);
        self.show(&facts, point, &entry, span);
        let mut firsts = vec![entry.clone()];
        let mut last = entry.clone();
        for _ in 0..self.before {
            let Some(next) = self.pass(active, of, last)? else { return Ok(()) };
            self.show(&facts, point, &next, span);
            firsts.push(next.clone());
            last = next;
        }
        let key = self.key(head);
        let mut wide = self.wides.remove(&key).unwrap_or_else(|| self.guess(point, &entry));
        let mark = self.mark(active);
        for _ in 0..ROUNDS {
            let wider = self.widen(&entry, &wide);
            let Some(mut begin) = self.assumed(&facts, point, State { path: last.path, ..wider.clone() }) else {
                return Ok(());
            };
            let mut grew = false;
            for _ in 0..self.before {
                let Some(next) = self.pass(active, of, begin.clone())? else { return self.forget(active, mark) };
                let next = self.nothing_lost(next, &mark);
                self.restore(active, &mark);
                let Some(next) = next else { return Ok(()) };
                grew |= self.cover(&mut wide, &wider, &next, head)?;
                self.show(&facts, point, &next, span);
                self.demand_pointers(&wide, &next);
                let Some(next) = self.assumed(&facts, point, next) else { return Ok(()) };
                begin = next;
                if grew {
                    break;
                }
            }
            if !grew {
                let back = self.pass(active, of, begin)?;
                if let Some(back) = back.filter(|_| self.before == 0) {
                    grew |= self.cover(&mut wide, &wider, &back, head)?;
                    self.show(&facts, point, &back, span);
                    self.demand_pointers(&wide, &back);
                }
            }
            if !grew {
                firsts.iter().for_each(|first| self.demand_pointers(&wide, first));
                self.wides.insert(key, wide);
                return Ok(());
            }
            self.restore(active, &mark);
        }
        Err(TooHard::at("what a loop changes", span))
    }

    /// The loop with the calls around it.
    fn key(&self, head: BlockId) -> Vec<u32> {
        let calls = self.calls.iter().zip(&self.sites).flat_map(|(f, (block, inst))| [f.0, block.0, *inst]);
        calls.chain(self.passes.iter().copied()).chain([head.0]).collect()
    }

    /// One pass from a state at the head; the state that comes back.
    fn pass(&mut self, active: &mut Activation, (head, body, _): Loop, state: State) -> Run<Option<State>> {
        active.waiting[head.index()].push(state);
        self.block(active, head)?;
        self.sequence(active, body)?;
        Ok(self.arrived(active, head))
    }

    /// The facts are to be shown of a state.
    fn show(&mut self, facts: &[TermId], point: Option<usize>, state: &State, span: Span) {
        for fact in self.facts_in(point, state, facts) {
            self.show_one(fact, state, span);
        }
    }

    /// A fact is to be shown of a state; one that speaks of what is not there never is.
    pub fn show_one(&mut self, fact: Option<TermId>, state: &State, span: Span) {
        let path = self.paths.all(state.path);
        let fails = fact.map_or(TermId::TRUE, |f| self.terms.not(f));
        let unshown = self.terms.and(path, fails);
        if unshown != TermId::FALSE {
            self.unshown.push((unshown, TooHard::at(NOT_SHOWN, span)));
        }
    }

    /// The state where the facts hold; `None` if they never do.
    fn assumed(&mut self, facts: &[TermId], point: Option<usize>, mut state: State) -> Option<State> {
        let known = self.facts_in(point, &state, facts);
        for fact in known.iter().flatten() {
            state = self.assume(state, *fact, false)?;
        }
        let path = self.paths.all(state.path);
        self.general.extend(known.into_iter().flatten().map(|fact| (path, fact)));
        Some(state)
    }

    /// The state where nothing happened since then that is not followed.
    fn nothing_lost(&mut self, state: State, since: &Mark) -> Option<State> {
        let lost: Vec<TermId> = self.result.lost[since.results.lens[0]..].iter().map(|l| l.0).collect();
        let any = self.terms.or_all(&lost);
        let none = self.terms.not(any);
        self.assume(state, none, false)
    }

    // ---- trying ----------------------------------------------------------------------------------------------------

    fn mark(&self, active: &Activation) -> Mark {
        Mark {
            waiting: active.waiting.clone(),
            returned: active.returned.len(),
            owned: active.owned.len(),
            results: Results::of(self),
        }
    }

    /// Forgets what was done since then.
    fn restore(&mut self, active: &mut Activation, mark: &Mark) {
        active.waiting.clone_from(&mark.waiting);
        active.returned.truncate(mark.returned);
        active.owned.truncate(mark.owned);
        mark.results.restore(self);
    }

    fn forget(&mut self, active: &mut Activation, mark: Mark) -> Run<()> {
        self.restore(active, &mark);
        Ok(())
    }

    // ---- the questions ---------------------------------------------------------------------------------------------

    /// Nothing of all that must not happen does.
    fn shown(&mut self, proved: &[PropId]) -> Result<(), TooHard> {
        let mut open: Vec<(TermId, TooHard)> = std::mem::take(&mut self.unshown);
        open.extend(self.result.lost.iter().copied());
        open.extend(self.result.beyond.iter().map(|t| (*t, TooHard::Beyond)));
        for p in proved {
            let here = self.program.props[*p].span;
            open.extend(self.result.violated[*p].iter().map(|t| (*t, TooHard::at(NOT_SAFE, here))));
        }
        let conds: Vec<TermId> = open.iter().map(|(cond, _)| *cond).collect();
        for instance in self.instances(&conds) {
            self.solver.assert(&self.terms, instance);
        }
        for (cond, why) in open {
            match self.solver.check(&self.terms, &[cond]) {
                Answer::Unsat => self.solver.keep_proof(&format!("{why}, in a step of the reference semantics")),
                Answer::Sat => return Err(why),
                Answer::Unknown(limit) => return Err(TooHard::Limit(limit)),
            }
        }
        Ok(())
    }
}

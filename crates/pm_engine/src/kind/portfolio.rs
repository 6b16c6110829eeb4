//! What induction tries, one after the other, until nothing is open: as data.

use super::{Kind, Options, nodes};
use crate::engine::{Progress, Silent};
use crate::id::EngineId;
use crate::ledger::{Ledger, Status, UnknownReason};
use crate::models::{following, reduction_share, refused, share, system as build, with_contracts, with_pools};
use crate::task::Task;
use pm_invariants::reduce;
use pm_invariants::{self as invariants, CellGuesses, Effort, Lemmas, Relations};
use pm_ir::{AllocKind, InstKind, Program};
use pm_model::reduce::cells;
use pm_model::{Followed, Origin, Reduction, Reductions, System};
use pm_solve::Limits;
use pm_symex::LoopName;
use pm_term::Sort;
use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

/// A means, with the time that it may take and the largest k.
#[derive(Clone, Copy)]
struct Part {
    means: Means,
    share: Option<Share>,
    max_k: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Means {
    /// Loops that end are followed, and only those that seem to go on and on are cut: where somebody has seen which these are.
    Followed,
    /// Most properties where one is hard: what cannot be proved ends executions. All loops are cut.
    Most,
    /// The same, with loops that were not seen by anybody else, which are followed where they end.
    Partial,
    /// Recursive functions are told by contracts.
    Contracts,
    /// Facts about all heap objects, where loops make many. No other engine has a system that is exact there: it does not yield.
    Nodes,
    /// Some cells in place of arrays.
    Cells,
    /// The transition system with invariants that are found soon.
    Simple,
    /// With invariants that take more time, and those from before.
    With(Relations),
}

/// One of so many parts of the time that is left, and the most.
#[derive(Clone, Copy)]
struct Share(u32, Option<Duration>);

const fn part(means: Means, share: Option<Share>, max_k: Option<u32>) -> Part {
    Part { means, share, max_k }
}

const fn of(parts: u32, seconds: u64) -> Option<Share> {
    Some(Share(parts, Some(Duration::from_secs(seconds))))
}

/// What contracts do not say early they do not say; cells are helped by invariants, not by longer paths.
const PORTFOLIO: [Part; 9] = [
    part(Means::Followed, of(4, 30), None),
    part(Means::Contracts, Some(Share(2, None)), Some(4)),
    part(Means::Nodes, of(2, 60), None),
    part(Means::Cells, of(2, 120), Some(2)),
    part(Means::Simple, None, Some(2)),
    part(Means::Most, of(6, 10), None),
    part(Means::Partial, of(6, 10), None),
    part(Means::With(Relations::Sums), of(3, 30), Some(2)),
    part(Means::With(Relations::Cases), of(3, 30), None),
];

/// The share of the time for facts where loops are cut that go on: it may be tried again with other loops.
const FACTS: (u32, Duration) = (10, Duration::from_secs(1));

/// Bits of an index whose array is too large for the bit level.
const LARGE: u32 = 20;

impl Share {
    fn of(self, limits: &Limits) -> Limits {
        let Share(parts, most) = self;
        most.map_or_else(|| limits.part(parts), |most| limits.share((parts, most)))
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.means {
            Means::Followed => "loops that go on",
            Means::Most => "what can be proved",
            Means::Partial => "loops that end",
            Means::Contracts => "contracts",
            Means::Nodes => "nodes",
            Means::Cells => "cells",
            Means::Simple => "induction",
            Means::With(Relations::Sums) => "induction with sums",
            Means::With(Relations::Cases) => "induction with sums and cases",
        })?;
        if let Some(Share(parts, most)) = self.share {
            write!(f, " 1/{parts} of the time")?;
            most.map_or(Ok(()), |most| write!(f, " up to {most:?}"))?;
        }
        self.max_k.map_or(Ok(()), |k| write!(f, " k <= {k}"))
    }
}

/// The portfolio in words.
pub(super) fn describe() -> String {
    let parts: Vec<String> = PORTFOLIO.iter().map(ToString::to_string).collect();
    parts.join(", ")
}

/// Whether the next means is tried.
#[derive(PartialEq, Eq)]
enum Flow {
    Next,
    End,
}

pub(super) struct Portfolio<'a, 'p> {
    task: &'a Task<'p>,
    /// With the time at which others take over.
    brief: Task<'p>,
    options: &'a Options,
    ledger: &'a mut Ledger,
    progress: &'a mut dyn Progress,
    /// Both cases are looked at, by solvers that live through all k.
    is_whole: bool,
    /// The transition system as it is, until it is reduced.
    plain: Option<System>,
    reduced: Option<Reduced>,
}

/// The system in its last form, with what is known of it.
struct Reduced {
    system: System,
    origin: Origin,
    lemmas: Lemmas,
}

impl<'a, 'p> Portfolio<'a, 'p> {
    pub(super) fn new(
        task: &'a Task<'p>,
        options: &'a Options,
        ledger: &'a mut Ledger,
        progress: &'a mut dyn Progress,
    ) -> Self {
        let brief = task.yields_at.map_or_else(|| task.clone(), |at| task.within(task.limits.until(at)));
        let is_whole = options.inductive_step && options.base_case && !options.restarts;
        Portfolio { task, brief, options, ledger, progress, is_whole, plain: None, reduced: None }
    }

    pub(super) fn run(mut self) {
        for part in PORTFOLIO {
            let flow = match part.means {
                Means::Followed => self.by_following(part, None),
                Means::Most => self.by_cutting(part),
                Means::Partial => self.by_following(part, Some(Followed::default())),
                Means::Contracts => self.by_contracts(part),
                Means::Nodes => self.by_nodes(part),
                Means::Cells => self.by_cells(part),
                Means::Simple | Means::With(_) => self.by_induction(part),
            };
            if flow == Flow::End || !self.is_open() {
                return;
            }
        }
    }

    /// Whether a property is left to decide.
    fn is_open(&self) -> bool {
        !self.task.has_enough(self.ledger) && self.task.asked().any(|p| !self.ledger.is_decided(p))
    }

    /// The options with the k of a part, unless the user's is less.
    fn up_to(&self, part: Part) -> Options {
        let max_k = part.max_k.map_or(self.options.max_k, |k| Some(self.options.max_k.map_or(k, |own| own.min(k))));
        Options { max_k, ..self.options.clone() }
    }

    /// The task with the share of a part.
    fn within(&self, task: &Task<'p>, part: Part) -> Task<'p> {
        part.share.map_or_else(|| task.clone(), |share| task.within(share.of(&task.limits)))
    }

    /// Proves what it can where loops that go on have any state at their heads, and all others are followed to their end. Of what it cannot prove the ledger knows nothing.
    /// Loops that go on are those that somebody has seen, or else those of `first`, and those that turn out to be.
    fn by_following(&mut self, part: Part, first: Option<Followed>) -> Flow {
        let told = self.task.board.as_ref().and_then(|board| board.followed());
        let Some(mut followed) = told.or(first).filter(|_| self.is_whole) else { return Flow::Next };
        let task = self.within(&self.brief, part);
        while task.limits.exceeded().is_none() {
            let beyond = self.follow(&task, &followed);
            if beyond.is_empty() {
                break;
            }
            beyond.into_iter().for_each(|name| followed.goes_on(name));
        }
        self.ledger.forget_open();
        Flow::Next
    }

    /// Proves what it can where every loop may be anywhere: worth it where some of the answers are worth something without the others.
    fn by_cutting(&mut self, part: Part) -> Flow {
        let are_many = self.task.asked().filter(|p| !self.ledger.is_decided(*p)).nth(1).is_some();
        if self.is_whole && are_many && !self.task.stop_on_fail {
            let task = self.within(&self.brief, part);
            if let Ok(system) = build(&task, false) {
                self.partially(&task, system, None);
            }
            self.ledger.forget_open();
        }
        Flow::Next
    }

    /// One try; the loops that go on beyond their bounds.
    fn follow(&mut self, task: &Task<'p>, followed: &Followed) -> BTreeSet<LoopName> {
        self.progress.note(&format!("kind: {} loops that go on are cut", followed.cut.len()));
        match following(task, followed) {
            Ok(system) => self.partially(task, system, Some(followed.clone())),
            Err(refusal) => {
                self.progress.note(&format!("kind: loops cannot be cut: {}", refusal.what));
                BTreeSet::new()
            }
        }
    }

    fn partially(&mut self, task: &Task<'p>, mut system: System, followed: Option<Followed>) -> BTreeSet<LoopName> {
        let mut origin = reduce(&mut system, Reductions::NONE, &reduction_share(&task.limits));
        let lemmas = invariants::find(&mut system, &task.limits.share(FACTS));
        let who = (&mut system, &mut origin, EngineId::KIND);
        let mut kind = Kind::new(task, self.options, who, &lemmas, self.ledger);
        kind.followed = followed;
        // A limit is no reason to stop.
        let _ = kind.run_partially();
        if let Some(UnknownReason::Inexact { what, .. }) = &kind.hopeless {
            self.progress.note(&format!("kind: nothing is proved by leaving properties out: {what}"));
        }
        std::mem::take(&mut kind.beyond)
    }

    /// Proves what it can with contracts of recursive functions. Of what it cannot prove the ledger knows nothing.
    fn by_contracts(&mut self, part: Part) -> Flow {
        let task = self.within(&self.brief, part);
        let Some((mut system, lemmas)) = with_contracts(&task) else { return Flow::Next };
        self.ledger.missing_bodies = system.missing_bodies.clone();
        let mut origin = reduce(&mut system, Reductions::NONE, &task.limits);
        let options = self.up_to(part);
        let who = (&mut system, &mut origin, EngineId::KIND);
        let _ = Kind::new(&task, &options, who, &lemmas, self.ledger).run(self.progress);
        self.ledger.forget_open();
        Flow::Next
    }

    /// Proves everything or nothing.
    fn by_nodes(&mut self, part: Part) -> Flow {
        if self.is_whole
            && allocates(self.task.program)
            && let Ok(mut system) = with_pools(&self.brief)
            && !system.pools.is_empty()
        {
            nodes::prove(&self.within(self.task, part), &mut system, self.ledger);
        }
        Flow::Next
    }

    /// Proves what can be proved with cells in place of arrays. What is not is left as it was; the arrays themselves come next.
    fn by_cells(&mut self, part: Part) -> Flow {
        let mut system = match build(&self.brief, false) {
            Ok(system) => system,
            Err(refusal) => {
                let reason = refused(&refusal);
                for prop in self.task.asked().filter(|p| !self.ledger.status[*p].is_final()).collect::<Vec<_>>() {
                    self.ledger.status[prop] = Status::Unknown(reason.clone());
                }
                return Flow::End;
            }
        };
        self.ledger.missing_bodies = system.missing_bodies.clone();
        let patient = self.patient(&system);
        if self.is_whole && self.check_cells(&mut system, &patient, part) {
            if !self.is_open() {
                return Flow::End;
            }
            match build(&patient, false) {
                Ok(again) => system = again,
                Err(_) => return Flow::End,
            }
        }
        self.plain = Some(system);
        Flow::Next
    }

    /// Makes cells of the system's arrays; whether there are any.
    fn check_cells(&mut self, system: &mut System, task: &Task, part: Part) -> bool {
        let (Some(cells), Some(time)) = (cells(system), part.share) else { return false };
        let task = task.within(time.of(&task.limits));
        let options = Options { max_k: part.max_k, ..self.options.clone() };
        let guesses = CellGuesses::new(system, &cells, &time.of(&task.limits));
        let mut origin = reduce(system, Reductions::NONE, &task.limits);
        for effort in [Effort::Little, Effort::Much] {
            let lemmas = guesses.find(system, &cells, effort, &time.of(&task.limits));
            let who = (&mut *system, &mut origin, EngineId::CELLS);
            // A limit is no reason to stop.
            let _ = Kind::new(&task, &options, who, &lemmas, self.ledger).run(&mut Silent);
            if !self.is_open() {
                break;
            }
        }
        self.ledger.forget_open();
        true
    }

    /// Without a limit of its own where no other proof engine can have the system.
    fn patient(&self, system: &System) -> Task<'p> {
        if is_alone(system) { self.task.clone() } else { self.brief.clone() }
    }

    /// The system in its last form.
    fn reduced(&mut self) -> Option<Reduced> {
        let Some(mut system) = self.plain.take() else { return self.reduced.take() };
        // Reads of whole arrays are refined on demand, which is better than all of their elements.
        let reductions = self.options.reductions.unwrap_or(Reductions::default().without(Reduction::Elements));
        let origin = reduce(&mut system, reductions, &reduction_share(&self.brief.limits));
        let limits = share(&self.patient(&system).limits);
        let lemmas = invariants::find(&mut system, &limits);
        Some(Reduced { system, origin, lemmas })
    }

    /// Parts with a largest k come where there are more invariants to be found than the first ones.
    fn by_induction(&mut self, part: Part) -> Flow {
        let Some(Reduced { mut system, mut origin, mut lemmas }) = self.reduced() else { return Flow::End };
        let task = self.patient(&system);
        let has_more = self.is_whole && self.options.max_k.is_none() && invariants::has_more(&system);
        if has_more || part.max_k.is_none() {
            if let (true, Means::With(more), Some(time)) = (has_more, part.means, part.share) {
                self.ledger.forget_open();
                lemmas = invariants::find_more(&mut system, &lemmas, more, &time.of(&task.limits));
            }
            let (options, who) = (self.up_to(part), (&mut system, &mut origin, EngineId::KIND));
            let mut kind = Kind::new(&task, &options, who, &lemmas, self.ledger);
            if let Err(limit) = kind.run(self.progress) {
                kind.give_up(limit);
                return Flow::End;
            }
            if kind.hopeless.is_some() {
                return Flow::End;
            }
        }
        self.reduced = Some(Reduced { system, origin, lemmas });
        Flow::Next
    }
}

/// Whether there are heap objects.
fn allocates(program: &Program) -> bool {
    let is_heap = |i: &pm_ir::Inst| matches!(&i.kind, InstKind::Alloc { kind: AllocKind::Heap, .. });
    program.funcs.iter().flat_map(|f| f.blocks.iter()).any(|b| b.insts.iter().any(is_heap))
}

/// Whether no other proof engine can have the system.
fn is_alone(system: &System) -> bool {
    let is_large = |sort| matches!(sort, Sort::Array { index, .. } if index > LARGE);
    system.vars.iter().any(|v| is_large(system.terms.sort(v.now)))
}

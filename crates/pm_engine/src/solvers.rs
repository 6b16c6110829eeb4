//! A light solver with a thorough one behind it, for questions that go on step by step.
//!
//! A step of a loop or of an induction asks a few small questions of a formula that grows. What a SAT solver does between conflicts
//! to simplify all of its clauses costs as much as the formula is large, and eliminates variables that the next step needs again:
//! a step would cost more the later it comes. So the light solver does nothing of that kind. What it cannot answer within some
//! conflicts is a question for the thorough one, which is told everything only then.
//!
//! In between a search path by path (`pm_paths`) is asked first, as long as that gives answers: deep in a loop it decides by domains what a SAT solver needs all of the formula for.
//!
//! Questions about floats that are hard for both are asked by boxes (`pm_solve::boxes`), too.

use crate::task::Task;
use pm_paths::{Search, Statistics};
use pm_solve::boxes::{Boxes, Rounding, Verdict};
use pm_solve::{Activation, Answer, Limit, Limits, Solver, Stats, thread_time};
use pm_term::{Evaluator, TermId, Terms, Value};
use std::time::Duration;

/// Conflicts of the light solver before the thorough one is asked.
const LIGHT_CONFLICTS: u64 = 4000;

/// Contradictions of a search path by path that helps another solver, and the time that may be lost with it where it has no answers.
const PATH_CONFLICTS: u64 = 150;
const VAIN: Duration = Duration::from_millis(100);

/// Steps of boxes before a solver is asked: some tenths of a second.
const QUICK_STEPS: u64 = 10_000_000;
/// Steps of boxes, and conflicts of a solver, in turn; both double each time.
const TURNS: (u64, u64) = (60_000_000, 2_000);

pub struct Solvers {
    light: Option<Solver>,
    thorough: Solver,
    /// The thorough one gave the last answer.
    is_thorough: bool,
    /// What was asserted while there was a light solver, and under which activation.
    facts: Vec<(TermId, Option<Activation>)>,
    /// So many of them the thorough one knows, and the light one: nobody is told anything before a question.
    told: usize,
    told_light: usize,
    limits: Limits,
    /// How boxes round, if there are to be any.
    rounding: Option<Rounding>,
    /// The solution that boxes found, if they gave the last answer.
    point: Option<Evaluator>,
    /// Boxes showed that something has no solution.
    by_boxes: bool,
    /// Who decides conditions path by path, if anybody does.
    paths: Option<Box<Search>>,
    /// Nobody else is asked.
    only_paths: bool,
    /// What that took in steps where it had an answer, and where it had none.
    useful: Duration,
    in_vain: Duration,
    /// It gave the last answer.
    is_path: bool,
    /// What it did before it was forgotten.
    statistics: Option<Statistics>,
}

impl Solvers {
    /// The thorough one alone.
    pub fn new(task: &Task) -> Solvers {
        let (thorough, limits) = (Solver::new(&task.solver), task.limits.clone());
        let rounding = if task.checks.is_some() { Rounding::Outward } else { Rounding::Exact };
        let with_boxes = !task.solver.no_boxes && !task.solver.keep_clauses && task.solver.script.is_none();
        Solvers {
            light: None,
            thorough,
            is_thorough: true,
            facts: Vec::new(),
            told: 0,
            told_light: 0,
            limits,
            rounding: with_boxes.then_some(rounding),
            point: None,
            by_boxes: false,
            paths: None,
            only_paths: false,
            useful: Duration::ZERO,
            in_vain: Duration::ZERO,
            is_path: false,
            statistics: None,
        }
    }

    /// The same, where conditions are decided path by path, if there are options for that.
    pub fn path_by_path(task: &Task, options: Option<&pm_paths::Options>) -> Solvers {
        let search = |options: &pm_paths::Options| Box::new(Search::new(options.clone(), Solver::new(&task.solver)));
        Solvers { paths: options.map(search), only_paths: options.is_some(), ..Solvers::new(task) }
    }

    /// Forgets everything but what was counted: it takes memory that others need.
    pub fn forget(&mut self, task: &Task) {
        let statistics = self.paths.take().map(|paths| paths.statistics);
        self.statistics = self.statistics.or(statistics);
        *self = Solvers { statistics: self.statistics, ..Solvers::new(task) };
    }

    /// What was done path by path.
    pub fn path_statistics(&self) -> Option<&Statistics> {
        self.paths.as_ref().map(|paths| &paths.statistics).or(self.statistics.as_ref())
    }

    /// From now on questions come step by step.
    pub fn begin_steps(&mut self, task: &Task) {
        self.end_steps();
        // Only one solver can tell all clauses of the last query, or all questions; and an SMT solver decides itself what it does between them.
        let options = &task.solver;
        if !options.keep_clauses && options.smt.is_none() && options.script.is_none() {
            self.light = Some(Solver::new(&pm_solve::Options { light: true, ..task.solver.clone() }));
            self.is_thorough = false;
            if task.checks.is_none() && self.paths.is_none() {
                self.paths = Some(Box::new(Search::new(pm_paths::Options::default(), Solver::new(options))));
            }
        }
    }

    pub fn end_steps(&mut self) {
        self.light = None;
        self.paths = self.paths.take().filter(|_| self.only_paths);
        self.is_thorough = true;
        self.facts.clear();
        self.told = 0;
        self.told_light = 0;
    }

    /// The limits of each call from now on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Makes a Bool true for ever.
    pub fn assert(&mut self, terms: &Terms, t: TermId) {
        self.tell(terms, t, None);
    }

    /// Makes a Bool true in the calls that name the activation.
    pub fn assert_if(&mut self, terms: &Terms, activation: Activation, t: TermId) {
        self.tell(terms, t, Some(activation));
    }

    fn tell(&mut self, terms: &Terms, t: TermId, activation: Option<Activation>) {
        if let (Some(paths), None) = (&mut self.paths, activation) {
            paths.assert(terms, t);
            if self.only_paths {
                return;
            }
        }
        match &mut self.light {
            Some(_) => self.facts.push((t, activation)),
            None => tell(&mut self.thorough, terms, t, activation),
        }
    }

    /// Whether a condition can be true, where all that is asserted follows from what is true anyway.
    pub fn decide(&mut self, terms: &Terms, t: TermId) -> Answer {
        let rounding = self.rounding.filter(|_| terms.has_floats() && !self.only_paths);
        let Some(mut boxes) = rounding.and_then(|r| Boxes::new(terms, &[t], r)) else {
            return self.check(terms, &[t], &[]);
        };
        if let Some(answer) = self.ask_boxes(terms, &mut boxes, QUICK_STEPS) {
            return answer;
        }
        let limits = self.limits.clone();
        let (mut steps, mut conflicts) = TURNS;
        loop {
            let most = limits.conflicts.map_or(conflicts, |c| c.min(conflicts));
            self.limits = Limits { conflicts: Some(most), ..limits.clone() };
            let answer = self.check(terms, &[t], &[]);
            self.limits = limits.clone();
            if answer != Answer::Unknown(Limit::Conflicts) || limits.conflicts == Some(most) {
                return answer;
            }
            if let Some(answer) = self.ask_boxes(terms, &mut boxes, steps) {
                return answer;
            }
            (steps, conflicts) = (steps.saturating_mul(2), conflicts.saturating_mul(2));
        }
    }

    fn ask_boxes(&mut self, terms: &Terms, boxes: &mut Boxes, steps: u64) -> Option<Answer> {
        match boxes.run(terms, steps, &self.limits) {
            Ok(Verdict::Open) => None,
            Ok(Verdict::Unsat) => {
                self.by_boxes = true;
                Some(Answer::Unsat)
            }
            Ok(Verdict::Sat(values)) => {
                let mut point = Evaluator::new();
                values.into_iter().for_each(|(symbol, bits)| point.set_bits(symbol, bits));
                self.point = Some(point);
                Some(Answer::Sat)
            }
            Err(limit) => Some(Answer::Unknown(limit)),
        }
    }

    /// Path by path: always, or as long as that gives answers.
    fn ask_paths(&mut self, terms: &Terms, t: TermId) -> Option<Answer> {
        let worth = self.only_paths || !terms.has_floats() && self.in_vain <= self.useful + VAIN;
        let paths = self.paths.as_mut().filter(|_| worth)?;
        let began = thread_time();
        let most = self.limits.conflicts.map_or(PATH_CONFLICTS, |c| c.min(PATH_CONFLICTS));
        // One question takes no longer than all that had an answer, and a moment.
        let brief = || Limits { conflicts: Some(most), ..self.limits.of_thread(self.useful + VAIN) };
        paths.set_limits(if self.only_paths { self.limits.clone() } else { brief() });
        let answer = paths.decide(terms, t);
        let took = thread_time().saturating_sub(began);
        if matches!(answer, Answer::Unknown(_)) && !self.only_paths {
            self.in_vain += took;
            return None;
        }
        self.useful += took;
        self.is_path = true;
        Some(answer)
    }

    /// Whether boxes showed that something has no solution.
    pub fn used_boxes(&self) -> bool {
        self.by_boxes
    }

    /// Whether all assertions, those of the activations, and all assumptions can be true together.
    pub fn check(&mut self, terms: &Terms, assumptions: &[TermId], active: &[Activation]) -> Answer {
        self.point = None;
        self.is_path = false;
        if let ([one], []) = (assumptions, active)
            && let Some(answer) = self.ask_paths(terms, *one)
        {
            return answer;
        }
        if let Some(light) = &mut self.light {
            let least = self.limits.conflicts.map_or(LIGHT_CONFLICTS, |c| c.min(LIGHT_CONFLICTS));
            self.is_thorough = false;
            for (fact, activation) in &self.facts[self.told_light..] {
                tell(light, terms, *fact, *activation);
            }
            self.told_light = self.facts.len();
            light.set_limits(Limits { conflicts: Some(least), ..self.limits.clone() });
            let answer = ask(light, terms, assumptions, active);
            if answer != Answer::Unknown(Limit::Conflicts) || self.limits.conflicts == Some(least) {
                return answer;
            }
        }
        self.is_thorough = true;
        for (fact, activation) in &self.facts[self.told..] {
            tell(&mut self.thorough, terms, *fact, *activation);
        }
        self.told = self.facts.len();
        self.thorough.set_limits(self.limits.clone());
        ask(&mut self.thorough, terms, assumptions, active)
    }

    /// The value of a term in the model of the last answer.
    pub fn value(&mut self, terms: &Terms, t: TermId) -> Option<Value> {
        if let Some(paths) = self.paths.as_mut().filter(|_| self.is_path) {
            return paths.value(terms, t);
        }
        if let Some(point) = &mut self.point {
            return Some(point.eval(terms, t));
        }
        match &mut self.light {
            Some(light) if !self.is_thorough => light.value(terms, t),
            _ => self.thorough.value(terms, t),
        }
    }

    pub fn value_bool(&mut self, terms: &Terms, t: TermId) -> Option<bool> {
        self.value(terms, t).map(|value| value.is_true())
    }

    pub fn stats(&self) -> Stats {
        self.light.as_ref().unwrap_or(&self.thorough).stats()
    }

    pub fn write_dimacs(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
        out: &mut dyn std::io::Write,
    ) -> std::io::Result<()> {
        self.thorough.write_dimacs(terms, assumptions, out)
    }
}

fn tell(solver: &mut Solver, terms: &Terms, t: TermId, activation: Option<Activation>) {
    match activation {
        None => solver.assert(terms, t),
        Some(activation) => solver.assert_if(terms, activation, t),
    }
}

fn ask(solver: &mut Solver, terms: &Terms, assumptions: &[TermId], active: &[Activation]) -> Answer {
    let answer = solver.check_with(terms, assumptions, active);
    if answer == Answer::Unsat {
        solver.keep_proof("a violation, or an execution that goes on, in the unwinding");
    }
    answer
}

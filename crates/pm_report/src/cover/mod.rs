//! What users see of coverage: the report as text, JSON and HTML, the tests as C, CSV, JSON and XML.

pub mod c_tests;
mod declarations;
pub mod html;
pub mod json;
pub mod testcomp;
pub mod text;

use crate::Context;
use pm_cover::suite::State;
use pm_cover::{Criterion, Goal, Goals, Suite};

/// What all reports read.
pub struct Report<'a> {
    pub ctx: Context<'a>,
    pub goals: &'a Goals,
    pub suite: &'a Suite,
    pub criteria: Vec<Criterion>,
}

/// How many goals of a criterion there are, and in which state.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    pub goals: usize,
    pub covered: usize,
    pub unreachable: usize,
    pub unknown: usize,
}

impl Counts {
    /// The part of what can be covered, in thousandths; all where there is nothing.
    pub fn per_mille(self) -> usize {
        let open = self.goals - self.unreachable;
        (self.covered * 1000).checked_div(open).unwrap_or(1000)
    }
}

impl Report<'_> {
    pub fn counts(&self, criterion: Criterion) -> Counts {
        let mut counts = Counts::default();
        let states = self.goals.all.iter().zip(&self.suite.states);
        for (_, state) in states.filter(|(g, _)| g.criterion == criterion) {
            counts.goals += 1;
            match state {
                State::Covered(_) => counts.covered += 1,
                State::Unreachable(_) => counts.unreachable += 1,
                State::Unknown(_) => counts.unknown += 1,
            }
        }
        counts
    }

    /// Requirements have lines only: what observes them is C of our own.
    pub fn place(&self, goal: &Goal) -> String {
        let Some(loc) = self.ctx.loc(goal.span) else { return "?".into() };
        if goal.criterion == Criterion::Requirement { format!("{}:{}", loc.file, loc.line) } else { loc.to_string() }
    }

    /// `COVERED by tests 1, 3`, without the reason.
    pub fn word(state: &State) -> &'static str {
        match state {
            State::Covered(_) => "COVERED",
            State::Unreachable(_) => "UNREACHABLE",
            State::Unknown(_) => "UNKNOWN",
        }
    }

    /// What is behind the word.
    pub fn remark(&self, state: &State) -> String {
        match state {
            State::Covered(tests) => {
                let numbers: Vec<String> = tests.iter().map(|t| (t + 1).to_string()).collect();
                format!("by test{} {}", if numbers.len() == 1 { "" } else { "s" }, numbers.join(", "))
            }
            State::Unreachable(Some(by)) => format!("proved by {by}"),
            State::Unreachable(None) => "no execution of the function comes to it".into(),
            State::Unknown(why) => why.clone(),
        }
    }
}

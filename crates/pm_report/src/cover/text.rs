//! The report as text: goals a line each, and how many of each criterion are covered.

use super::Report;
use pm_cover::suite::State;
use std::fmt::Write;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    All,
    /// Those that are not covered.
    Open,
    Nothing,
}

pub fn text(report: &Report, shown: Shown) -> String {
    let mut out = String::new();
    let goals = report.goals.all.iter().zip(&report.suite.states);
    for (goal, state) in goals {
        let wanted = match shown {
            Shown::All => true,
            Shown::Open => !matches!(state, State::Covered(_)),
            Shown::Nothing => false,
        };
        if wanted {
            let place = report.place(goal);
            let (word, remark) = (Report::word(state), report.remark(state));
            let _ = writeln!(out, "[{}] {place} {}: {word} ({remark})", goal.id, goal.text);
            if !goal.coupled.is_empty() {
                let _ = writeln!(out, "    the condition is coupled: its text stands in the decision more than once");
            }
        }
    }
    for criterion in &report.criteria {
        let c = report.counts(*criterion);
        let _ = writeln!(
            out,
            "{}: {} goals: {} covered, {} unreachable, {} unknown; {}.{} % of what can be covered",
            criterion.name(),
            c.goals,
            c.covered,
            c.unreachable,
            c.unknown,
            c.per_mille() / 10,
            c.per_mille() % 10
        );
    }
    let inputs: usize = report.suite.tests.iter().map(|t| t.vector.inputs.len()).sum();
    let _ =
        writeln!(out, "{} tests with {inputs} inputs, of {} executions", report.suite.tests.len(), report.suite.found);
    out
}

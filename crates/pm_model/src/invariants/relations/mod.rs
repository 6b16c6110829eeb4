//! Guesses about a few variables together: sums of two or three, and what holds in some cases only.
//!
//! These are many, so they come when simple guesses were not enough. Executions on values are those with the program's constants and those with
//! small ones in their place (`scaled`): loops end there, and what is behind them is seen. A constant is a column like a variable: what is found
//! of the small one is guessed of the constant.
//!
//! Tried and dropped: equations between products of variables. They are found, but the solver does not see that they are carried on.

mod cases;
mod linear;
mod table;

use super::intervals::Analysis;
use super::lemma::Lemma;
use super::samples::Samples;
use super::scaled;
use super::walks::Walks;
use crate::System;
use crate::reduce::{Cells, Concrete};
use pm_solve::Limits;
use pm_term::TermId;

/// Systems with more locations, or variables at one, have relations too many to guess.
const LOCATIONS: usize = 24;
const LIVE: usize = 40;

/// Executions with each scale: chance is the worst guess.
const RUNS: u64 = 300;

/// What is guessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relations {
    /// Sums, whatever the case.
    Sums,
    /// What holds in some cases, too.
    Cases,
}

/// Whether guesses may be of use.
pub fn are_useful(system: &System) -> bool {
    let is_small = |l: &crate::Location| l.live.len() <= LIVE;
    system.locations.len() <= LOCATIONS && system.locations.iter().all(is_small)
}

pub fn guess(
    system: &mut System,
    analysis: &Analysis,
    plain: &Samples,
    what: Relations,
    limits: &Limits,
) -> Vec<Lemma> {
    let cells = without_cells(system);
    let scaled = scaled::collect(system, &cells, &Walks::default(), RUNS, limits);
    let mut out = Vec::new();
    for l in 0..system.locations.len() {
        let location = l as u32;
        if location == System::END || location == System::ENTRY {
            continue;
        }
        for table in table::tables(system, analysis, (plain, &scaled), l) {
            if limits.exceeded().is_some() {
                return out;
            }
            let mut facts = Facts::default();
            table.views_as_equations(&mut system.terms, &mut facts);
            linear::guess(&table, &mut system.terms, &mut facts);
            match what {
                Relations::Sums => {}
                Relations::Cases => cases::guess(&table, &mut system.terms, &mut facts),
            }
            out.extend(facts.all.into_iter().map(|fact| Lemma { location, fact }));
        }
    }
    out
}

/// The system as one in which nothing is a cell.
fn without_cells(system: &mut System) -> Cells {
    let concrete = Concrete::of(system);
    Cells { prophecies: Vec::new(), cells: Vec::new(), claims: Vec::new(), concrete }
}

/// What was guessed.
#[derive(Default)]
struct Facts {
    all: Vec<TermId>,
}

impl Facts {
    fn add(&mut self, fact: TermId) {
        if fact != TermId::TRUE && fact != TermId::FALSE {
            self.all.push(fact);
        }
    }
}

/// Row numbers of a [`Table`].
type Rows = [usize];

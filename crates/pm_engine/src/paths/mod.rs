//! Bounded model checking path by path (Collavizza, Vinh, Ponsini, Rueher, Rollet, "Constraint-Based BMC: A Backjumping Strategy").
//!
//! Loops are unwound, violations replayed and proofs checked as by `bmc`, whose options these are: bounds, rounds and what is owed for a proof are the same. What is not the same is who
//! decides whether a claim can fail: a search over the definitions of the unwound program ([`pm_paths`]), in place of one formula for a SAT solver. So everything that `bmc` follows is
//! followed here, and a search that has found nothing at a complete bound is a proof of the same kind, which is checked without the search.

use crate::bmc;
use crate::engines::Settings;
use pm_paths::{Asked, Statistics};
pub use pm_paths::{Options as PathOptions, Order, Partial, Strategy};

/// The engine.
pub fn engine(settings: &Settings) -> bmc::Options {
    bmc::Options { paths: Some(settings.paths.clone()), ..settings.bmc.clone() }
}

/// What a search has done, in a line.
pub fn describe(s: &Statistics) -> String {
    let asked = |name: &str, a: Asked| match a.tests {
        0 => String::new(),
        tests => format!(", {name} {tests} tests, {} inconsistent", a.decided),
    };
    let stores = [("domains", s.domains), ("differences", s.differences)];
    let stores: String = stores.map(|(name, a)| asked(name, a)).concat();
    format!(
        "paths: {} questions, {} definitions, {} decisions, {} cut, {} backjumps over {} levels, {} nogoods{stores}{}, {} ends of paths without a solver; presolving {:.2} s, search {:.2} s",
        s.questions,
        s.nodes,
        s.visited,
        s.cut,
        s.backjumps,
        s.jumped,
        s.nogoods,
        asked("exact", s.exact),
        s.guessed,
        s.presolving.as_secs_f64(),
        s.search.as_secs_f64(),
    )
}

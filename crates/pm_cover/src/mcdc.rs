//! Modified condition/decision coverage: which evaluations of a decision show that a condition has an effect of its own.
//!
//! Source: DO-178C, and CAST-10, "What is a Decision in Application of Modified Condition/Decision Coverage?"; Chilenski, "An Investigation of Three
//! Forms of the Modified Condition Decision Coverage (MCDC) Criterion". Conditions that a short circuit leaves out count as masked.
//!
//! Masking: the condition determines the decision in two evaluations, once true and once false. In one evaluation it does where, on each
//! level of the formula above it, the other operand lets it through: the left one always does (else this one was not evaluated), the right one
//! where it was not evaluated or has the value that decides nothing.
//!
//! Unique cause: two evaluations of different outcomes in which the condition differs, and no other condition that both evaluate.

use pm_ir::coverage::{Formula, Vector};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    #[default]
    Masking,
    UniqueCause,
}

/// What an evaluation says of the parts of a formula.
enum Part {
    /// Its value, where it was evaluated; and whether the condition is in it and determines it.
    Evaluated {
        value: bool,
        determined: bool,
    },
    NotEvaluated,
}

/// Does the condition determine the outcome of the evaluation?
pub fn determines(formula: &Formula, vector: &Vector, condition: usize) -> bool {
    matches!(part(formula, vector, condition), Part::Evaluated { determined: true, .. })
}

fn part(formula: &Formula, vector: &Vector, condition: usize) -> Part {
    match formula {
        Formula::Condition(i) => match vector.values[*i] {
            Some(value) => Part::Evaluated { value, determined: *i == condition },
            None => Part::NotEvaluated,
        },
        Formula::Not(arg) => match part(arg, vector, condition) {
            Part::Evaluated { value, determined } => Part::Evaluated { value: !value, determined },
            Part::NotEvaluated => Part::NotEvaluated,
        },
        Formula::And(lhs, rhs) => both((part(lhs, vector, condition), part(rhs, vector, condition)), false),
        Formula::Or(lhs, rhs) => both((part(lhs, vector, condition), part(rhs, vector, condition)), true),
    }
}

/// `decides`: an operand of this value decides by itself.
fn both((lhs, rhs): (Part, Part), decides: bool) -> Part {
    match (lhs, rhs) {
        (Part::Evaluated { value, determined }, Part::NotEvaluated) => Part::Evaluated { value, determined },
        (Part::Evaluated { determined: left, .. }, Part::Evaluated { value, determined: right }) => {
            Part::Evaluated { value, determined: right || left && value != decides }
        }
        (Part::NotEvaluated, _) => Part::NotEvaluated,
    }
}

/// The evaluations in which the condition is false, or true, and determines the outcome; by their places.
pub fn masking(formula: &Formula, vectors: &[&Vector], condition: usize) -> [Vec<usize>; 2] {
    [false, true].map(|value| {
        let fits = |v: &Vector| v.values[condition] == Some(value) && determines(formula, v, condition);
        vectors.iter().enumerate().filter(|(_, v)| fits(v)).map(|(i, _)| i).collect()
    })
}

/// The pairs of evaluations that differ by the condition alone: false, then true.
pub fn unique_cause(vectors: &[&Vector], condition: usize) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (i, a) in vectors.iter().enumerate().filter(|(_, v)| v.values[condition] == Some(false)) {
        for (j, b) in vectors.iter().enumerate().filter(|(_, v)| v.values[condition] == Some(true)) {
            if a.outcome != b.outcome && same_otherwise(a, b, condition) {
                pairs.push((i, j));
            }
        }
    }
    pairs
}

fn same_otherwise(a: &Vector, b: &Vector, condition: usize) -> bool {
    let others = a.values.iter().zip(&b.values).enumerate().filter(|(i, _)| *i != condition);
    others.into_iter().all(|(_, pair)| !matches!(pair, (Some(x), Some(y)) if x != y))
}

#[cfg(test)]
mod tests;

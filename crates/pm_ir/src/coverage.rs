//! What coverage counts: statements, decisions with their conditions, and labels of switches, as they stand in the source.
//!
//! Lowering fills the table where it is asked to, and puts a coverage goal (`InstKind::Cover`) into the program for each event: a statement
//! begins, a label is jumped to, a decision was evaluated with a vector of outcomes. So an execution covers what the interpreter sees of these, and
//! all criteria are formulas over events. An event without a property cannot happen: lowering put no code there.

use crate::{FuncId, GlobalId, PropId, Ty};
use pm_base::{Span, Symbol};
use pm_types::TypeId;

#[derive(Clone, Default)]
pub struct Coverage {
    pub statements: Vec<Statement>,
    pub labels: Vec<SwitchLabel>,
    pub decisions: Vec<Decision>,
    /// What a test has to give the function that it is about; none for `main`.
    pub parameters: Vec<Parameter>,
    /// The structure that it returns.
    pub returned: Option<TypeId>,
    /// Global variables that get new values before each call.
    pub inputs: Vec<(GlobalId, Vec<InputValue>)>,
    /// Objects that the function before the first call is given.
    pub prepared: Vec<GlobalId>,
}

/// A parameter of the function under test.
#[derive(Clone)]
pub struct Parameter {
    pub name: String,
    pub ty: TypeId,
    /// What it points to.
    pub object: Option<GlobalId>,
    /// New values in that, or in the structure that it is.
    pub values: Vec<InputValue>,
}

/// A value in an object that is an input.
#[derive(Clone)]
pub struct InputValue {
    pub source: Symbol,
    pub at: u64,
    pub ty: Ty,
}

/// A statement begins.
#[derive(Clone)]
pub struct Statement {
    pub func: FuncId,
    pub span: Span,
    pub event: Option<PropId>,
}

/// A switch goes to a label of it, or, without one, behind it.
#[derive(Clone)]
pub struct SwitchLabel {
    pub func: FuncId,
    /// Of the label, or of the switch that has no `default`.
    pub span: Span,
    pub is_default: bool,
    pub is_implicit: bool,
    pub event: Option<PropId>,
}

/// An expression of conditions that chooses, or that has a truth value made of several.
#[derive(Clone)]
pub struct Decision {
    pub func: FuncId,
    pub span: Span,
    pub text: String,
    /// It chooses what is executed; else its value is used.
    pub is_control: bool,
    pub formula: Formula,
    pub conditions: Vec<Condition>,
    pub events: Events,
}

#[derive(Clone)]
pub struct Condition {
    pub span: Span,
    pub text: String,
    /// It has this value in each evaluation, as the text alone says.
    pub constant: Option<bool>,
}

/// How the conditions make the decision. They are numbered in the order of evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    Condition(usize),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
}

/// What can be told of the evaluations of a decision.
#[derive(Clone)]
pub enum Events {
    /// Each possible vector by itself.
    Vectors(Vec<(Vector, Option<PropId>)>),
    /// There are too many: by condition, and of the decision, that it came out false or true.
    Outcomes { conditions: Vec<[Option<PropId>; 2]>, decision: [Option<PropId>; 2] },
}

/// An evaluation: the values of the conditions that were evaluated, and the decision's.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vector {
    pub values: Vec<Option<bool>>,
    pub outcome: bool,
}

impl Formula {
    /// All evaluations with short circuits; `None` where there are more than `max`.
    pub fn vectors(&self, conditions: usize, max: usize) -> Option<Vec<Vector>> {
        let start = Vector { values: vec![None; conditions], outcome: false };
        let all = self.extend(vec![start], max)?;
        (all.len() <= max).then_some(all)
    }

    /// The evaluations after this formula is evaluated, too; their outcome is its value.
    fn extend(&self, from: Vec<Vector>, max: usize) -> Option<Vec<Vector>> {
        if from.len() > max {
            return None;
        }
        match self {
            Formula::Condition(i) => {
                let both = |v: Vector| [false, true].map(|b| v.clone().with(*i, b));
                Some(from.into_iter().flat_map(both).collect())
            }
            Formula::Not(arg) => {
                let turned = |v: Vector| Vector { outcome: !v.outcome, ..v };
                Some(arg.extend(from, max)?.into_iter().map(turned).collect())
            }
            Formula::And(lhs, rhs) => Self::shortened(lhs, rhs, false, from, max),
            Formula::Or(lhs, rhs) => Self::shortened(lhs, rhs, true, from, max),
        }
    }

    /// Where the left side has the value `ends`, the right side is not evaluated.
    fn shortened(lhs: &Formula, rhs: &Formula, ends: bool, from: Vec<Vector>, max: usize) -> Option<Vec<Vector>> {
        let (mut done, open): (Vec<_>, Vec<_>) = lhs.extend(from, max)?.into_iter().partition(|v| v.outcome == ends);
        done.extend(rhs.extend(open, max)?);
        Some(done)
    }
}

impl Vector {
    fn with(mut self, condition: usize, value: bool) -> Vector {
        self.values[condition] = Some(value);
        Vector { outcome: value, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn c(i: usize) -> Box<Formula> {
        Box::new(Formula::Condition(i))
    }

    fn shown(f: &Formula, n: usize) -> Vec<String> {
        let letter = |v: &Option<bool>| v.map_or('-', |b| if b { 'T' } else { 'F' });
        let text = |v: &Vector| format!("{}={}", v.values.iter().map(letter).collect::<String>(), u8::from(v.outcome));
        let mut all: Vec<String> = f.vectors(n, 100).unwrap().iter().map(text).collect();
        all.sort();
        all
    }

    #[test]
    fn what_is_not_evaluated_is_left_out() {
        assert_eq!(shown(&Formula::And(c(0), c(1)), 2), ["F-=0", "TF=0", "TT=1"]);
        let f = Formula::And(Box::new(Formula::Or(c(0), c(1))), Box::new(Formula::Not(c(2))));
        assert_eq!(shown(&f, 3), ["FF-=0", "FTF=1", "FTT=0", "T-F=1", "T-T=0"]);
    }

    #[test]
    fn too_many_are_none() {
        let mut f = Formula::Or(c(0), c(1));
        for i in 1..12 {
            f = Formula::And(Box::new(f), Box::new(Formula::Or(c(2 * i), c(2 * i + 1))));
        }
        assert!(f.vectors(24, 256).is_none());
    }
}

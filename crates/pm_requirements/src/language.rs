//! What a requirements file says.

use pm_base::Span;

/// A file's contents. Expressions are held together, so that they have numbers.
#[derive(Default)]
pub struct Requirements {
    /// The file, as it can be printed.
    pub file: String,
    pub places: Vec<Place>,
    pub list: Vec<Requirement>,
    pub(crate) exprs: Vec<Expression>,
    /// The file's text without comments, and where it begins among all sources.
    pub(crate) text: Vec<u8>,
    pub(crate) base: u32,
}

/// Where cycles end.
pub struct Place {
    pub kind: PlaceKind,
    pub function: String,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlaceKind {
    /// The end of each iteration of the loop with this number, `main.0`.
    Loop(usize),
    /// Of the loop behind this label.
    Label(String),
    /// The return of each call.
    Return,
}

pub struct Requirement {
    pub name: String,
    /// In `Requirements::places`.
    pub place: usize,
    pub scope: Scope,
    pub pattern: Pattern,
    /// Of the name.
    pub span: Span,
    /// What the file says of it, on one line.
    pub text: String,
}

pub(crate) type ExprNo = usize;

/// The cycles that the pattern is about.
#[derive(Clone, Copy, Debug)]
pub enum Scope {
    Globally,
    /// Up to the first cycle with this, which must come for anything to be required.
    Before(ExprNo),
    /// From the first cycle with this on.
    After(ExprNo),
    /// From each first to the next second, which must come for anything to be required.
    Between(ExprNo, ExprNo),
    /// The same, whether the second comes or not.
    AfterUntil(ExprNo, ExprNo),
}

#[derive(Clone, Copy, Debug)]
pub enum Pattern {
    Never(ExprNo),
    Always(ExprNo),
    /// So many cycles after the scope's beginning at the latest; `None`: before it ends.
    Eventually(ExprNo, Option<u32>),
    /// The first happens before, or with, the second.
    Precedes(ExprNo, ExprNo),
    /// Each first is answered by a second, so many cycles later at the latest; `None`: before the scope ends.
    Responds(ExprNo, ExprNo, Option<u32>),
    /// With each first the second begins to hold for so many cycles.
    Holds(ExprNo, ExprNo, u32),
    /// With each first the second begins to hold up to the cycle before the third, which need not come.
    Until(ExprNo, ExprNo, ExprNo),
}

impl Scope {
    pub(crate) fn exprs(self) -> Vec<ExprNo> {
        match self {
            Scope::Globally => vec![],
            Scope::Before(e) | Scope::After(e) => vec![e],
            Scope::Between(a, b) | Scope::AfterUntil(a, b) => vec![a, b],
        }
    }

    /// Nothing is decided before the scope has ended.
    pub(crate) fn waits(self) -> bool {
        matches!(self, Scope::Before(_) | Scope::Between(..))
    }
}

impl Pattern {
    pub(crate) fn exprs(self) -> Vec<ExprNo> {
        match self {
            Pattern::Never(p) | Pattern::Always(p) | Pattern::Eventually(p, _) => vec![p],
            Pattern::Precedes(p, q) | Pattern::Responds(p, q, _) | Pattern::Holds(p, q, _) => vec![p, q],
            Pattern::Until(p, q, r) => vec![p, q, r],
        }
    }
}

impl Requirement {
    /// What its observer is told in each cycle.
    pub(crate) fn exprs(&self) -> Vec<ExprNo> {
        let mut all = self.scope.exprs();
        all.extend(self.pattern.exprs());
        all
    }
}

/// A C expression, in which `previous(e)` and its like are taken out.
pub(crate) struct Expression {
    pub span: Span,
    pub parts: Vec<Part>,
}

pub(crate) enum Part {
    Text(Span),
    Memory(Memory),
    /// `\result`
    Result(Span),
}

/// What an earlier cycle is needed for.
pub(crate) struct Memory {
    pub op: MemoryOp,
    pub arg: ExprNo,
    /// Of all of it, with its operand.
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MemoryOp {
    Previous,
    Rising,
    Falling,
}

impl MemoryOp {
    pub fn named(name: &[u8]) -> Option<MemoryOp> {
        match name {
            b"previous" => Some(MemoryOp::Previous),
            b"rising" => Some(MemoryOp::Rising),
            b"falling" => Some(MemoryOp::Falling),
            _ => None,
        }
    }
}

impl Requirements {
    /// An expression behind those that it needs.
    pub(crate) fn with_operands(&self, no: ExprNo, out: &mut Vec<ExprNo>) {
        for part in &self.exprs[no].parts {
            if let Part::Memory(m) = part {
                self.with_operands(m.arg, out);
            }
        }
        out.push(no);
    }

    pub(crate) fn slice(&self, span: Span) -> &str {
        let (lo, hi) = ((span.lo - self.base) as usize, (span.hi - self.base) as usize);
        self.text.get(lo..hi).and_then(|t| std::str::from_utf8(t).ok()).unwrap_or("")
    }

    /// The requirements at a place.
    pub(crate) fn at(&self, place: usize) -> impl Iterator<Item = &Requirement> {
        self.list.iter().filter(move |r| r.place == place)
    }
}

//! Goals: what each criterion demands, as formulas over the events that the program tells of.

use crate::mcdc::{self, Form};
use crate::paths::{Path, Turn};
use pm_base::{Interner, Span};
use pm_ir::coverage::{Coverage, Decision, Events, Vector};
use pm_ir::{FuncId, InstKind, OBSERVE, Program, PropId, PropertyKind};
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Criterion {
    /// Each statement is executed.
    Statement,
    /// Each choice goes each way: both of `if`, loops and `?:`, all labels of `switch`.
    Branch,
    /// Each condition of each decision is evaluated to true and to false.
    Condition,
    /// Each decision comes out true and false, also one whose value is only used; and all labels of `switch`.
    Decision,
    /// As `decision`, and each condition is shown to have an effect of its own.
    Mcdc,
    /// Each assertion is reached.
    Assertion,
    /// Each `__CPROVER_cover` of the program.
    Cover,
    /// Each way through a function from its entry, or the head of a loop, to the next head or its end.
    Path,
    /// Each requirement: something is due, and it is kept where a program that does otherwise would violate it.
    Requirement,
    /// Each call of `reach_error` or `__VERIFIER_error`, and each error label. A test may end there.
    Error,
}

impl Criterion {
    pub const ALL: [Criterion; 10] = [
        Criterion::Statement,
        Criterion::Branch,
        Criterion::Condition,
        Criterion::Decision,
        Criterion::Mcdc,
        Criterion::Assertion,
        Criterion::Cover,
        Criterion::Path,
        Criterion::Requirement,
        Criterion::Error,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Criterion::Statement => "statement",
            Criterion::Branch => "branch",
            Criterion::Condition => "condition",
            Criterion::Decision => "decision",
            Criterion::Mcdc => "mcdc",
            Criterion::Assertion => "assertion",
            Criterion::Cover => "cover",
            Criterion::Path => "path",
            Criterion::Requirement => "requirement",
            Criterion::Error => "error",
        }
    }
}

/// What a goal is about; numbers are places in the table of coverage.
#[derive(Clone, Debug)]
pub enum What {
    Statement(usize),
    Label(usize),
    Outcome { decision: usize, value: bool },
    Condition { decision: usize, condition: usize, value: bool },
    Effect { decision: usize, condition: usize },
    Assertion(PropId),
    Cover(PropId),
    Path(usize),
}

/// When it is covered.
#[derive(Clone, Debug)]
pub enum Needs {
    /// An event of each group.
    All(Vec<Vec<PropId>>),
    /// Both events of a pair.
    Pair(Vec<(PropId, PropId)>),
    /// There is no formula, for this reason.
    Unknown(&'static str),
}

pub struct Goal {
    /// `function.branch.7`
    pub id: String,
    pub criterion: Criterion,
    pub func: FuncId,
    pub span: Span,
    pub text: String,
    pub what: What,
    pub needs: Needs,
    /// Conditions with the same text in the decision: they change together.
    pub coupled: Vec<usize>,
}

impl Needs {
    fn any(events: impl IntoIterator<Item = Option<PropId>>) -> Needs {
        Needs::All(vec![events.into_iter().flatten().collect()])
    }

    pub fn is_met(&self, covered: impl Fn(PropId) -> bool) -> bool {
        match self {
            Needs::All(groups) => groups.iter().all(|g| g.iter().any(|e| covered(*e))),
            Needs::Pair(pairs) => pairs.iter().any(|(a, b)| covered(*a) && covered(*b)),
            Needs::Unknown(_) => false,
        }
    }

    /// It cannot be met where these events never happen.
    pub fn is_excluded(&self, never: impl Fn(PropId) -> bool) -> bool {
        match self {
            Needs::All(groups) => groups.iter().any(|g| g.iter().all(|e| never(*e))),
            Needs::Pair(pairs) => pairs.iter().all(|(a, b)| never(*a) || never(*b)),
            Needs::Unknown(_) => false,
        }
    }

    /// Events that would help.
    pub fn wanted(&self, covered: impl Fn(PropId) -> bool) -> Vec<PropId> {
        match self {
            Needs::All(groups) => {
                let open = groups.iter().filter(|g| !g.iter().any(|e| covered(*e)));
                open.flatten().copied().collect()
            }
            Needs::Pair(pairs) => pairs.iter().flat_map(|(a, b)| [*a, *b]).filter(|e| !covered(*e)).collect(),
            Needs::Unknown(_) => Vec::new(),
        }
    }
}

pub struct Goals {
    pub all: Vec<Goal>,
}

/// Makes the goals of the criteria, in the order of the source.
pub struct Maker<'a> {
    pub program: &'a Program,
    pub names: &'a Interner,
    pub form: Form,
    /// Assertions with the events that say that they are reached.
    pub assertions: &'a [(PropId, PropId)],
    /// What stands there belongs to the program, and not to its requirements.
    is_own: &'a dyn Fn(Span) -> bool,
    pub paths: &'a [Path],
    line: &'a dyn Fn(Span) -> Option<u32>,
    numbers: FxHashMap<(FuncId, &'static str), usize>,
    all: Vec<Goal>,
}

impl<'a> Maker<'a> {
    /// `paths` with the lines of spans: of the criterion `path`.
    pub fn new(
        (program, names): (&'a Program, &'a Interner),
        form: Form,
        assertions: &'a [(PropId, PropId)],
        is_own: &'a dyn Fn(Span) -> bool,
        (paths, line): (&'a [Path], &'a dyn Fn(Span) -> Option<u32>),
    ) -> Maker<'a> {
        let numbers = FxHashMap::default();
        Maker { program, names, form, assertions, is_own, paths, line, numbers, all: Vec::new() }
    }

    pub fn goals(mut self, criteria: &[Criterion]) -> Goals {
        for criterion in criteria {
            match criterion {
                Criterion::Statement => self.statements(),
                Criterion::Branch => {
                    self.outcomes(Criterion::Branch, |d| d.is_control);
                    self.labels(Criterion::Branch);
                }
                Criterion::Condition => self.conditions(),
                Criterion::Decision => {
                    self.outcomes(Criterion::Decision, |_| true);
                    self.labels(Criterion::Decision);
                }
                Criterion::Mcdc => {
                    self.outcomes(Criterion::Mcdc, |d| d.conditions.len() == 1);
                    self.effects();
                    self.labels(Criterion::Mcdc);
                }
                Criterion::Assertion => self.reached(Criterion::Assertion, PropertyKind::Assertion),
                Criterion::Path => self.paths(),
                Criterion::Requirement => self.requirements(),
                Criterion::Error => self.reached(Criterion::Error, PropertyKind::Error),
                Criterion::Cover => self.covers(),
            }
        }
        Goals { all: self.all }
    }

    fn table(&self) -> &'a Coverage {
        &self.program.coverage
    }

    fn add(&mut self, criterion: Criterion, (func, span): (FuncId, Span), text: String, what: What, needs: Needs) {
        let number = self.numbers.entry((func, criterion.name())).or_insert(0);
        *number += 1;
        let id = format!("{}.{}.{number}", self.names.name(self.program.funcs[func].name), criterion.name());
        self.all.push(Goal { id, criterion, func, span, text, what, needs, coupled: Vec::new() });
    }

    /// Those of the program, with their places in the table.
    fn decisions(&self) -> Vec<(usize, &'a Decision)> {
        self.table().decisions.iter().enumerate().filter(|(_, d)| (self.is_own)(d.span)).collect()
    }

    fn statements(&mut self) {
        for (i, s) in self.table().statements.iter().enumerate().filter(|(_, s)| (self.is_own)(s.span)) {
            let needs = Needs::any([s.event]);
            self.add(Criterion::Statement, (s.func, s.span), "statement".into(), What::Statement(i), needs);
        }
    }

    fn labels(&mut self, criterion: Criterion) {
        for (i, l) in self.table().labels.iter().enumerate().filter(|(_, l)| (self.is_own)(l.span)) {
            let text = match (l.is_implicit, l.is_default) {
                (true, _) => "no label of the switch",
                (false, true) => "default label",
                (false, false) => "case label",
            };
            self.add(criterion, (l.func, l.span), text.into(), What::Label(i), Needs::any([l.event]));
        }
    }

    fn outcomes(&mut self, criterion: Criterion, wanted: impl Fn(&Decision) -> bool) {
        for (i, d) in self.decisions().into_iter().filter(|(_, d)| wanted(d) && !is_constant(d)) {
            for value in [true, false] {
                let text = format!("{} is {value}", d.text);
                let needs = Needs::any(outcome_events(d, value));
                self.add(criterion, (d.func, d.span), text, What::Outcome { decision: i, value }, needs);
            }
        }
    }

    fn conditions(&mut self) {
        for (i, d) in self.decisions().into_iter().filter(|(_, d)| !is_constant(d)) {
            for (c, condition) in d.conditions.iter().enumerate() {
                for value in [true, false] {
                    let text = format!("{} is {value}", condition.text);
                    let needs = Needs::any(condition_events(d, c, value));
                    let what = What::Condition { decision: i, condition: c, value };
                    self.add(Criterion::Condition, (d.func, condition.span), text, what, needs);
                }
            }
        }
    }

    fn effects(&mut self) {
        for (i, d) in self.decisions().into_iter().filter(|(_, d)| d.conditions.len() > 1) {
            for (c, condition) in d.conditions.iter().enumerate() {
                let text = format!("{} decides {}", condition.text, d.text);
                let needs = effect(d, c, self.form);
                let what = What::Effect { decision: i, condition: c };
                self.add(Criterion::Mcdc, (d.func, condition.span), text, what, needs);
                let same = |(j, other): &(usize, &pm_ir::coverage::Condition)| *j != c && other.text == condition.text;
                let coupled = d.conditions.iter().enumerate().filter(same).map(|(j, _)| j).collect();
                if let Some(goal) = self.all.last_mut() {
                    goal.coupled = coupled;
                }
            }
        }
    }

    fn reached(&mut self, criterion: Criterion, kind: PropertyKind) {
        for (event, about) in self.assertions.iter().filter(|(_, about)| self.program.props[*about].kind == kind) {
            let p = &self.program.props[*about];
            let text = format!("{} is reached", p.text);
            self.add(criterion, (p.func, p.span), text, What::Assertion(*about), Needs::any([Some(*event)]));
        }
    }

    fn paths(&mut self) {
        let line = |span: Span| (self.line)(span).map_or_else(|| "?".to_string(), |l| l.to_string());
        let turn = |(at, turn): &(Span, Turn)| match turn {
            Turn::Value(value) => format!("line {} {value}", line(*at)),
            Turn::To(to) => format!("line {} to line {}", line(*at), line(*to)),
        };
        for (i, p) in self.paths.iter().enumerate() {
            let turns: Vec<String> = p.turns.iter().map(turn).collect();
            let text = if turns.is_empty() { "the only way".to_string() } else { turns.join(", ") };
            let needs = match p.event {
                Some(event) => Needs::any([Some(event)]),
                None => Needs::Unknown("the function has too many paths"),
            };
            self.add(Criterion::Path, (p.func, p.span), text, What::Path(i), needs);
        }
    }

    /// Of each: that something is due, and that it is kept where it is decided.
    fn requirements(&mut self) {
        let is = |id: &PropId| self.program.props[*id].kind == PropertyKind::Requirement;
        for (event, about) in self.assertions.iter().filter(|(_, about)| is(about)) {
            let p = &self.program.props[*about];
            let name = p.id.strip_prefix("req.").unwrap_or(&p.id);
            let kept = self.observed(name);
            for (what, end, event) in
                [("something is due", "due", Some(*event)), ("it is kept where it is decided", "kept", kept)]
            {
                self.all.push(Goal {
                    id: format!("{}.{end}", p.id),
                    criterion: Criterion::Requirement,
                    func: p.func,
                    span: p.span,
                    text: format!("{name}: {what}"),
                    what: What::Assertion(*about),
                    needs: Needs::any([event]),
                    coupled: Vec::new(),
                });
            }
        }
    }

    /// What the observer of a requirement tells of.
    fn observed(&self, name: &str) -> Option<PropId> {
        let observer =
            self.program.funcs.iter().find(|f| self.names.name(f.name).strip_prefix(OBSERVE) == Some(name))?;
        let mut insts = observer.blocks.iter().flat_map(|b| &b.insts);
        insts.find_map(|i| match i.kind {
            InstKind::Cover { prop, .. } if !self.assertions.iter().any(|(event, _)| *event == prop) => Some(prop),
            _ => None,
        })
    }

    /// Goals that the program itself names.
    fn covers(&mut self) {
        let mut made: FxHashSet<PropId> = events(self.table()).collect();
        made.extend(self.assertions.iter().map(|(event, _)| *event));
        made.extend(self.paths.iter().filter_map(|p| p.event));
        let requirements = self.assertions.iter().map(|(_, about)| self.program.props[*about].id.clone());
        let names: Vec<String> = requirements.filter_map(|id| Some(id.strip_prefix("req.")?.to_string())).collect();
        made.extend(names.iter().filter_map(|name| self.observed(name)));
        let own = |(id, p): &(PropId, &pm_ir::Property)| p.kind == PropertyKind::Cover && !made.contains(id);
        let own: Vec<PropId> = self.program.props.iter_ids().filter(own).map(|(id, _)| id).collect();
        for id in own {
            let p = &self.program.props[id];
            self.add(Criterion::Cover, (p.func, p.span), p.text.clone(), What::Cover(id), Needs::any([Some(id)]));
        }
    }
}

/// The decision is one condition, and that a constant: `while (1)`.
fn is_constant(d: &Decision) -> bool {
    d.conditions.len() == 1 && d.conditions[0].constant.is_some()
}

pub fn outcome_events(d: &Decision, value: bool) -> Vec<Option<PropId>> {
    match &d.events {
        Events::Vectors(all) => all.iter().filter(|(v, _)| v.outcome == value).map(|(_, e)| *e).collect(),
        Events::Outcomes { decision, .. } => vec![decision[usize::from(value)]],
    }
}

pub fn condition_events(d: &Decision, condition: usize, value: bool) -> Vec<Option<PropId>> {
    match &d.events {
        Events::Vectors(all) => {
            all.iter().filter(|(v, _)| v.values[condition] == Some(value)).map(|(_, e)| *e).collect()
        }
        Events::Outcomes { conditions, .. } => vec![conditions[condition][usize::from(value)]],
    }
}

fn effect(d: &Decision, condition: usize, form: Form) -> Needs {
    let Events::Vectors(all) = &d.events else {
        return Needs::Unknown("the decision has too many conditions");
    };
    // What cannot happen is no vector to look for.
    let possible: Vec<(&Vector, PropId)> = all.iter().filter_map(|(v, e)| Some((v, (*e)?))).collect();
    let vectors: Vec<&Vector> = possible.iter().map(|(v, _)| *v).collect();
    let event = |i: usize| possible[i].1;
    match form {
        Form::Masking => {
            let halves = mcdc::masking(&d.formula, &vectors, condition);
            Needs::All(halves.into_iter().map(|half| half.into_iter().map(event).collect()).collect())
        }
        Form::UniqueCause => {
            let pairs = mcdc::unique_cause(&vectors, condition);
            Needs::Pair(pairs.into_iter().map(|(a, b)| (event(a), event(b))).collect())
        }
    }
}

/// All events of the table.
fn events(table: &Coverage) -> impl Iterator<Item = PropId> + '_ {
    let statements = table.statements.iter().filter_map(|s| s.event);
    let labels = table.labels.iter().filter_map(|l| l.event);
    let decisions = table.decisions.iter().flat_map(|d| -> Vec<PropId> {
        match &d.events {
            Events::Vectors(all) => all.iter().filter_map(|(_, e)| *e).collect(),
            Events::Outcomes { conditions, decision } => {
                conditions.iter().flatten().chain(decision).filter_map(|e| *e).collect()
            }
        }
    });
    statements.chain(labels).chain(decisions)
}

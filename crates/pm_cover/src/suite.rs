//! The suite: vectors with what the program is expected to do, and what is known of each goal.

use crate::goals::{Goals, Needs};
use crate::judge::{Exact, Referee, TestVector};
use crate::reduce;
use crate::search::{self, Finder};
use crate::simplify::simplify;
use pm_base::{Span, Symbol};
use pm_engine::EngineId;
use pm_interp::{EventKind, ObjectInfo, ObjectKind, ObjectRef, Oracle, Tracer};
use pm_ir::{BlockId, FuncId, GlobalId, GlobalInit, GlobalKind, Program, PropId, Ty, VarId};
use pm_types::{ArrayLen, TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::sink;
use std::time::Duration;

/// Larger objects are not compared.
const COMPARED: u64 = 256;

/// What is expected where the program asks for an input, or at its end: values of globals that may have changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expected {
    pub globals: Vec<(GlobalId, Vec<u8>)>,
}

/// A test.
pub struct Test {
    pub vector: TestVector,
    pub finder: Finder,
    /// Before each input, and at the end.
    pub expected: Vec<Expected>,
    /// Goals to which it contributes, by place.
    pub goals: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum State {
    /// By these tests.
    Covered(Vec<usize>),
    /// Who proved it; `None`: the text of the program alone says so.
    Unreachable(Option<EngineId>),
    Unknown(String),
}

pub struct Suite {
    pub tests: Vec<Test>,
    /// By goal.
    pub states: Vec<State>,
    pub stages: Vec<(&'static str, Duration, usize)>,
    /// Vectors before the suite was reduced.
    pub found: usize,
}

/// How a test ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// With this exit code; 0 where the program asks for more inputs.
    Exit(u8),
    /// With a call of `reach_error` or `__VERIFIER_error`.
    Error,
    /// At an error label, behind which it goes on in any way.
    Label,
}

impl Test {
    pub fn end(&self, program: &Program) -> End {
        match self.vector.error.map(|e| program.props[e].text.starts_with("call of ")) {
            Some(true) => End::Error,
            Some(false) => End::Label,
            None => End::Exit(self.vector.exit.unwrap_or(0) as u8),
        }
    }
}

impl Suite {
    pub fn new(goals: &Goals, referee: &Referee, found: search::Outcome) -> Suite {
        let elements = reduce::elements(goals, &found.covered);
        let vectors: Vec<TestVector> = found.vectors.iter().map(|(v, _)| v.clone()).collect();
        let chosen = reduce::choose(&vectors, &elements);
        let mut simple: Vec<(TestVector, Finder)> = Vec::new();
        for (at, own) in &chosen {
            let own: Vec<&reduce::Element> = own.iter().map(|e| &elements[*e]).collect();
            simple.push((simplify(referee, vectors[*at].clone(), &own), found.vectors[*at].1));
        }
        simple.sort_by_key(|(v, _)| v.inputs.len());
        let covered: FxHashSet<PropId> = simple.iter().flat_map(|(v, _)| v.covered.iter().copied()).collect();
        let states = goals.all.iter().map(|g| state(&g.needs, &simple, &covered, &found)).collect::<Vec<State>>();
        let mut tests: Vec<Test> = Vec::new();
        for (i, (vector, finder)) in simple.into_iter().enumerate() {
            let expected = expectations(referee, &vector);
            let is_own = |s: &State| matches!(s, State::Covered(by) if by.contains(&i));
            let goals = states.iter().enumerate().filter(|(_, s)| is_own(s)).map(|(g, _)| g).collect();
            tests.push(Test { vector, finder, expected, goals });
        }
        Suite { tests, states, stages: found.stages, found: vectors.len() }
    }

    pub fn count(&self, is: impl Fn(&State) -> bool) -> usize {
        self.states.iter().filter(|s| is(s)).count()
    }
}

fn state(needs: &Needs, tests: &[(TestVector, Finder)], covered: &FxHashSet<PropId>, found: &search::Outcome) -> State {
    if needs.is_met(|p| covered.contains(&p)) {
        return State::Covered(contributors(needs, tests));
    }
    if needs.is_excluded(|p| found.never.contains_key(&p)) {
        let by = |p: &PropId| found.never.get(p).copied();
        let who = match needs {
            Needs::All(groups) => {
                groups.iter().find(|g| g.iter().all(|e| by(e).is_some())).and_then(|g| by(g.first()?))
            }
            Needs::Pair(pairs) => pairs.iter().find_map(|(a, b)| by(a).or(by(b))),
            Needs::Unknown(_) => None,
        };
        return State::Unreachable(who);
    }
    if let Needs::Unknown(why) = needs {
        return State::Unknown((*why).to_string());
    }
    let why = needs.wanted(|p| covered.contains(&p)).iter().find_map(|p| found.open.get(p).cloned());
    State::Unknown(why.filter(|w| !w.is_empty()).unwrap_or_else(|| "not found, and not proved unreachable".into()))
}

/// The first tests that make up the goal.
fn contributors(needs: &Needs, tests: &[(TestVector, Finder)]) -> Vec<usize> {
    let first =
        |events: &[PropId]| tests.iter().position(|(v, _)| events.iter().any(|e| v.covered.binary_search(e).is_ok()));
    let mut by: Vec<usize> = match needs {
        Needs::All(groups) => groups.iter().filter_map(|g| first(g)).collect(),
        Needs::Pair(pairs) => {
            let both = pairs.iter().find_map(|(a, b)| Some([first(&[*a])?, first(&[*b])?]));
            both.into_iter().flatten().collect()
        }
        Needs::Unknown(_) => Vec::new(),
    };
    by.sort_unstable();
    by.dedup();
    by
}

// ---- expected outputs ---------------------------------------------------------------------------------------------

/// What globals hold while a test runs, as the interpreter sees it.
fn expectations(referee: &Referee, vector: &TestVector) -> Vec<Expected> {
    let watched = watched_globals(referee.program);
    let mut shadow = Shadow::new(referee.program, watched);
    for (event, bytes) in &vector.contents {
        shadow.begin_with(referee.open_globals().get(*event as usize), bytes);
    }
    let shadow = RefCell::new(shadow);
    let exact = Exact::new(&vector.inputs, &vector.contents, &referee.limits, false);
    let mut oracle = Watching { exact, shadow: &shadow };
    let mut tracer = Watch { shadow: &shadow };
    let options = referee.options();
    pm_interp::run_traced(referee.program, referee.names, &options, &mut oracle, &mut sink(), &mut sink(), &mut tracer);
    let mut shadow = shadow.into_inner();
    if vector.exit.is_some() {
        shadow.note();
    }
    shadow.expected
}

/// Globals of the program that a test can name: scalars and what is made of them. Names that occur twice are nobody's.
pub fn watched_globals(program: &Program) -> FxHashSet<GlobalId> {
    let mut names: FxHashMap<Symbol, u32> = FxHashMap::default();
    program.globals.iter().filter(|g| g.kind == GlobalKind::User).for_each(|g| *names.entry(g.name).or_default() += 1);
    let fits = |(_, g): &(GlobalId, &pm_ir::Global)| {
        g.kind == GlobalKind::User
            && !g.read_only
            && g.size <= COMPARED
            && names[&g.name] == 1
            && g.volatility.device().is_none()
    };
    program.globals.iter_ids().filter(fits).map(|(id, _)| id).collect()
}

/// A part of a type that has a value.
#[derive(Clone, Copy)]
pub struct Leaf {
    pub at: u64,
    pub size: u64,
    pub is_float: bool,
}

/// The parts of a type that have values. Pointers, unions and bit-fields are left out.
pub fn leaves(program: &Program, ty: TypeId) -> Vec<Leaf> {
    let mut out = Vec::new();
    add_leaves(program, ty, 0, &mut out);
    out
}

fn add_leaves(program: &Program, ty: TypeId, at: u64, out: &mut Vec<Leaf>) {
    let types = &program.types;
    match types.kind(ty) {
        TypeKind::Int(_) | TypeKind::Enum(_) => {
            out.push(Leaf { at, size: types.size_of(ty).unwrap_or(0), is_float: false });
        }
        TypeKind::Float(k) => {
            out.push(Leaf { at, size: u64::from(types.float_format(*k).bits() / 8), is_float: true });
        }
        TypeKind::Array { elem, len: ArrayLen::Const(n) } => {
            let size = types.size_of(elem.ty).unwrap_or(0);
            (0..(*n).min(COMPARED)).for_each(|i| add_leaves(program, elem.ty, at + i * size, out));
        }
        TypeKind::Record(r) if !types.records[*r].is_union => {
            let fields = types.layout_of(*r).map_or(&[][..], |l| &l.fields);
            fields.iter().filter(|f| f.bits.is_none()).for_each(|f| add_leaves(program, f.ty.ty, at + f.offset, out));
        }
        _ => {}
    }
}

struct Shadow {
    watched: FxHashSet<GlobalId>,
    objects: FxHashMap<ObjectRef, GlobalId>,
    bytes: FxHashMap<GlobalId, Vec<u8>>,
    dirty: BTreeSet<GlobalId>,
    expected: Vec<Expected>,
}

impl Shadow {
    fn new(program: &Program, watched: FxHashSet<GlobalId>) -> Shadow {
        let start = |id: &GlobalId| {
            let g = &program.globals[*id];
            let mut bytes = if let GlobalInit::Data(data) = &g.init { data.to_vec() } else { Vec::new() };
            bytes.resize(g.size as usize, 0);
            (*id, bytes)
        };
        let bytes = watched.iter().map(start).collect();
        Shadow { watched, objects: FxHashMap::default(), bytes, dirty: BTreeSet::new(), expected: Vec::new() }
    }

    /// What an open global holds at first.
    fn begin_with(&mut self, global: Option<&GlobalId>, bytes: &[u8]) {
        if let Some(own) = global.and_then(|g| self.bytes.get_mut(g)) {
            let count = bytes.len().min(own.len());
            own[..count].copy_from_slice(&bytes[..count]);
        }
    }

    fn store(&mut self, object: ObjectRef, offset: u64, new: &[u8]) {
        let Some(global) = self.objects.get(&object).filter(|g| self.watched.contains(g)) else { return };
        let Some(bytes) = self.bytes.get_mut(global) else { return };
        let from = offset as usize;
        if let Some(part) = bytes.get_mut(from..from + new.len()) {
            part.copy_from_slice(new);
            self.dirty.insert(*global);
        }
    }

    fn note(&mut self) {
        let changed = std::mem::take(&mut self.dirty);
        let globals = changed.into_iter().map(|g| (g, self.bytes[&g].clone())).collect();
        self.expected.push(Expected { globals });
    }
}

struct Watching<'a> {
    exact: Exact<'a>,
    shadow: &'a RefCell<Shadow>,
}

impl Oracle for Watching<'_> {
    fn nondet(&mut self, source: Symbol, ty: Ty, span: Span) -> Option<u128> {
        self.shadow.borrow_mut().note();
        self.exact.nondet(source, ty, span)
    }
    fn interrupted(&mut self) -> bool {
        self.exact.interrupted()
    }
    fn supplies(&self, kind: EventKind) -> bool {
        self.exact.supplies(kind)
    }
    fn contents(&mut self, event: u64, kind: EventKind, size: u64) -> Option<Vec<u8>> {
        self.exact.contents(event, kind, size)
    }
}

struct Watch<'a> {
    shadow: &'a RefCell<Shadow>,
}

impl Tracer for Watch<'_> {
    fn on_object(&mut self, info: &ObjectInfo) {
        if let ObjectKind::Global(g) = info.kind {
            self.shadow.borrow_mut().objects.insert(info.object, g);
        }
    }
    fn on_store(&mut self, object: ObjectRef, offset: u64, bytes: &[u8], _: Span) {
        self.shadow.borrow_mut().store(object, offset, bytes);
    }
    fn on_assign(&mut self, _: FuncId, _: VarId, _: u128, _: Span) {}
    fn on_branch(&mut self, _: FuncId, _: BlockId, _: Span) {}
    fn on_call(&mut self, _: FuncId, _: &[u128], _: Span) {}
    fn on_return(&mut self, _: FuncId, _: Option<u128>, _: Span) {}
}

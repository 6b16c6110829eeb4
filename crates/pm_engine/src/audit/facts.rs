//! The facts of certificates in the states of a run: whenever it comes to the loop that a fact is about, the fact must hold.
//!
//! A fact is a text over names (docs/certificates.md). It is read again here, against the program alone: a name is a register or a part of a
//! global or local object, and a place is a loop with the calls around it. What this does not find again (pointers, whole arrays, loops in others
//! and loops that are several locations of one name, as those that are entered by several ways, and those behind them) is left out.

use super::evaluate::Evaluation;
use crate::certificate::{Certificate, Fact};
use pm_base::{Interner, Span};
use pm_interp::{ObjectInfo, ObjectKind, ObjectRef, Tracer};
use pm_ir::loops::{find_loops, outermost_loops};
use pm_ir::{BlockId, Callee, FuncId, Function, GlobalId, GlobalInit, InstKind, Program, SlotId, Ty, VarId};
use pm_term::{Sort, SymbolId, TermId, Terms};
use pm_types::{QualType, TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// Facts that are read, and states of a run that they are compared with.
const FACTS: usize = 2000;
const STATES: u32 = 300;

/// Where a value is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Place {
    Register(FuncId, VarId),
    Global(GlobalId, u64, u64),
    Slot(FuncId, SlotId, u64, u64),
}

struct Read {
    /// Which certificate says it, and how.
    text: String,
    term: TermId,
    variables: Vec<(SymbolId, Place)>,
}

/// The functions that are active, outermost first, and what holds.
type AtLoop = (Vec<FuncId>, Vec<Read>);

/// The facts of all certificates, by the loop that they are about.
pub struct Facts {
    terms: Terms,
    /// By the head.
    at: FxHashMap<(FuncId, BlockId), Vec<AtLoop>>,
    pub count: usize,
}

impl Facts {
    pub fn read(program: &Program, names: &Interner, certificates: &[Certificate]) -> Facts {
        let mut facts = Facts { terms: Terms::new(), at: FxHashMap::default(), count: 0 };
        let plain = certificates.iter().filter(|c| c.is_of_plain_system());
        let all: Vec<&Fact> = plain.flat_map(|c| of_one_location(&c.facts)).take(FACTS).collect();
        if all.is_empty() {
            return facts;
        }
        let mut reader = Reader { program, names, places: FxHashMap::default() };
        for fact in all {
            if let Some((head, calls)) = reader.place(&fact.place)
                && let Some(read) = reader.fact(&mut facts.terms, &fact.text)
            {
                facts.count += 1;
                let here = facts.at.entry(head).or_default();
                match here.iter_mut().find(|(c, _)| *c == calls) {
                    Some((_, all)) => all.push(read),
                    None => here.push((calls, vec![read])),
                }
            }
        }
        facts
    }
}

/// The facts whose places are the name of one location each.
fn of_one_location(facts: &[Fact]) -> impl Iterator<Item = &Fact> {
    let mut locations: FxHashMap<&str, FxHashSet<u32>> = FxHashMap::default();
    for fact in facts {
        locations.entry(&fact.place).or_default().insert(fact.location);
    }
    facts.iter().filter(move |fact| locations[fact.place.as_str()].len() == 1)
}

struct Reader<'a> {
    program: &'a Program,
    names: &'a Interner,
    places: FxHashMap<String, Option<Loop>>,
}

/// The head of a loop, and the functions that are active there, outermost first.
type Loop = ((FuncId, BlockId), Vec<FuncId>);

impl Reader<'_> {
    /// The loop of `main > f.1`, if there is one way to it.
    fn place(&mut self, place: &str) -> Option<Loop> {
        if let Some(known) = self.places.get(place) {
            return known.clone();
        }
        let found = self.find(place);
        self.places.insert(place.into(), found.clone());
        found
    }

    fn find(&self, place: &str) -> Option<Loop> {
        let (calls, number) = place.rsplit_once('.')?;
        let mut active = vec![self.program.entry];
        for name in calls.split(" > ") {
            let called = self.only_call(*active.last()?, name)?;
            active.push(called);
        }
        let func = *active.last()?;
        let head = find_loops(&self.program.funcs[func]).get(number.parse::<usize>().ok()?)?.head;
        is_alone(&self.program.funcs[func], head).then_some(((func, head), active))
    }

    /// The function of this name, if the caller has one call of it, in no loop.
    fn only_call(&self, caller: FuncId, name: &str) -> Option<FuncId> {
        let caller = &self.program.funcs[caller];
        let insts = caller.blocks.iter_ids().flat_map(|(b, block)| block.insts.iter().map(move |i| (b, i)));
        let called = insts.filter_map(|(block, i)| match &i.kind {
            InstKind::Call { callee: Callee::Direct(f), .. } => Some((block, *f)),
            _ => None,
        });
        let (block, func) = only(called.filter(|(_, f)| self.names.name(self.program.funcs[*f].name) == name))?;
        let in_loop = outermost_loops(caller).iter().any(|l| l.blocks.contains(&block));
        (!in_loop).then_some(func)
    }

    fn fact(&self, terms: &mut Terms, text: &str) -> Option<Read> {
        let mut variables = Vec::new();
        let mut symbols: FxHashMap<&str, TermId> = FxHashMap::default();
        for name in text.split('|').skip(1).step_by(2) {
            if !symbols.contains_key(name) {
                let (place, sort) = self.variable(name)?;
                let symbol = terms.symbol(name, sort);
                variables.push((terms.symbol_id(symbol)?, place));
                symbols.insert(name, symbol);
            }
        }
        let term = terms.parse(text, &|name| symbols.get(name).copied()).ok()?;
        terms.is_bool(term).then(|| Read { text: text.into(), term, variables })
    }

    fn variable(&self, name: &str) -> Option<(Place, Sort)> {
        let (scope, path) = name.split_once("::").map_or((None, name), |(f, rest)| (Some(f), rest));
        let end = path.find(['.', '[']).unwrap_or(path.len());
        let (base, path) = path.split_at(end);
        let is = |symbol: Option<pm_base::Symbol>, name: &str| symbol.is_some_and(|s| self.names.name(s) == name);
        let Some(scope) = scope else {
            let all = self.program.globals.iter_ids().filter(|(_, g)| is(Some(g.name), base));
            let (id, global) = only(all)?;
            let (at, size) = self.part(global.cty, path)?;
            return Some((Place::Global(id, at, size), Sort::Bv(8 * size as u32)));
        };
        let (id, func) = only(self.program.funcs.iter_ids().filter(|(_, f)| is(Some(f.name), scope)))?;
        let vars: Vec<_> = func.vars.iter_ids().filter(|(_, v)| is(v.name, base)).collect();
        let slots: Vec<_> = func.slots.iter_ids().filter(|(_, s)| is(s.name, base)).collect();
        match (&vars[..], &slots[..]) {
            ([(v, var)], []) if path.is_empty() => {
                let bits = match var.ty {
                    Ty::Int(f) if f.bits > 1 => f.bits.into(),
                    Ty::Float(f) => f.bits(),
                    Ty::Int(_) | Ty::Ptr => return None,
                };
                Some((Place::Register(id, *v), Sort::Bv(bits)))
            }
            ([], [(s, slot)]) => {
                let (at, size) = self.part(slot.cty?, path)?;
                Some((Place::Slot(id, *s, at, size), Sort::Bv(8 * size as u32)))
            }
            _ => None,
        }
    }

    /// Offset and bytes of a number in an object: `[3].mode`.
    fn part(&self, cty: QualType, mut path: &str) -> Option<(u64, u64)> {
        let types = &self.program.types;
        let (mut ty, mut at): (TypeId, u64) = (cty.ty, 0);
        while !path.is_empty() {
            let end = path[1..].find(['.', '[']).map_or(path.len(), |n| n + 1);
            let (step, rest) = path.split_at(end);
            path = rest;
            (ty, at) = match types.kind(ty) {
                TypeKind::Array { elem, .. } => {
                    let index: u64 = step.strip_prefix('[')?.strip_suffix(']')?.parse().ok()?;
                    (elem.ty, at.checked_add(index.checked_mul(types.size_of(elem.ty)?)?)?)
                }
                TypeKind::Record(r) => {
                    let wanted = step.strip_prefix('.')?;
                    let named = |f: &&pm_types::Field| f.name.is_some_and(|n| self.names.name(n) == wanted);
                    let field = types.layout_of(*r)?.fields.iter().find(|f| f.bits.is_none() && named(f))?;
                    (field.ty.ty, at + field.offset)
                }
                _ => return None,
            };
        }
        let size = types.size_of(ty).filter(|s| (1..=16).contains(s))?;
        matches!(types.kind(ty), TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Float(_)).then_some((at, size))
    }
}

/// A loop in no other one, which is entered at its head alone: executions come to it in one way. Others may be several locations of one name.
fn is_alone(func: &Function, head: BlockId) -> bool {
    let Some(around) = outermost_loops(func).into_iter().find(|l| l.head == head) else { return false };
    let inside: FxHashSet<BlockId> = around.blocks.into_iter().collect();
    let mut edges =
        func.blocks.iter_ids().flat_map(|(from, b)| b.term.kind.successors().into_iter().map(move |to| (from, to)));
    edges.all(|(from, to)| to == head || !inside.contains(&to) || inside.contains(&from))
}

fn only<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    all.next().filter(|_| all.next().is_none())
}

/// A fact that does not hold in a state of a run.
pub struct Broken {
    pub fact: String,
    /// The values that it is about.
    pub state: String,
    pub at: (FuncId, BlockId),
}

/// The state of a run, as far as facts need it.
pub struct States<'a> {
    program: &'a Program,
    facts: &'a Facts,
    /// Active functions with what their registers hold.
    frames: Vec<(FuncId, FxHashMap<VarId, u128>)>,
    objects: FxHashMap<ObjectRef, ObjectKind>,
    globals: FxHashMap<GlobalId, Vec<Option<u8>>>,
    /// Those of the activation that is the last one.
    slots: FxHashMap<(FuncId, SlotId), (ObjectRef, FxHashMap<u64, u8>)>,
    compared: u32,
    pub broken: Option<Broken>,
}

impl<'a> States<'a> {
    pub fn new(program: &'a Program, facts: &'a Facts) -> States<'a> {
        States {
            program,
            facts,
            frames: vec![(program.entry, FxHashMap::default())],
            objects: FxHashMap::default(),
            globals: FxHashMap::default(),
            slots: FxHashMap::default(),
            compared: 0,
            broken: None,
        }
    }

    fn value(&self, place: Place) -> Option<u128> {
        let word = |byte: &dyn Fn(u64) -> Option<u8>, at: u64, size: u64| {
            (0..size).rev().try_fold(0, |n: u128, i| Some(n << 8 | u128::from(byte(at + i)?)))
        };
        match place {
            Place::Register(func, var) => self.frames.iter().rev().find(|(f, _)| *f == func)?.1.get(&var).copied(),
            Place::Global(g, at, size) => match self.globals.get(&g) {
                Some(known) => word(&|i| known.get(i as usize).copied().flatten(), at, size),
                None => word(&|i| initial_byte(self.program, g, i), at, size),
            },
            Place::Slot(f, s, at, size) => {
                let (_, known) = self.slots.get(&(f, s))?;
                word(&|i| known.get(&i).copied(), at, size)
            }
        }
    }
}

impl Tracer for States<'_> {
    fn on_object(&mut self, info: &ObjectInfo) {
        self.objects.insert(info.object, info.kind);
    }

    fn on_assign(&mut self, func: FuncId, var: VarId, value: u128, _: Span) {
        if let Some((_, registers)) = self.frames.last_mut().filter(|(f, _)| *f == func) {
            registers.insert(var, value);
        }
    }

    fn on_call(&mut self, callee: FuncId, args: &[u128], _: Span) {
        let func = &self.program.funcs[callee];
        if func.has_body() {
            self.frames.push((callee, func.params.iter().copied().zip(args.iter().copied()).collect()));
        }
    }

    fn on_return(&mut self, _: FuncId, _: Option<u128>, _: Span) {
        self.frames.pop();
    }

    fn on_store(&mut self, object: ObjectRef, offset: u64, bytes: &[u8], _: Span) {
        let program = self.program;
        match self.objects.get(&object) {
            Some(ObjectKind::Global(g)) => {
                let known = self.globals.entry(*g).or_insert_with(|| initial(program, *g));
                let to = known.iter_mut().skip(offset as usize);
                to.zip(bytes).for_each(|(to, from)| *to = Some(*from));
            }
            Some(ObjectKind::Slot(f, s)) => {
                let slot = self.slots.entry((*f, *s)).or_insert_with(|| (object, FxHashMap::default()));
                if slot.0 != object {
                    *slot = (object, FxHashMap::default());
                }
                slot.1.extend(bytes.iter().enumerate().map(|(i, b)| (offset + i as u64, *b)));
            }
            _ => {}
        }
    }

    /// The run comes to a block: what is said of it must hold.
    fn on_block(&mut self, func: FuncId, block: BlockId) {
        let Some(here) = self.facts.at.get(&(func, block)) else { return };
        if self.compared >= STATES || self.broken.is_some() {
            return;
        }
        self.compared += 1;
        let active = |calls: &[FuncId]| calls.iter().eq(self.frames.iter().map(|(f, _)| f));
        let Some((_, facts)) = here.iter().find(|(calls, _)| active(calls)) else { return };
        // Facts of one place mean the same by one name.
        let mut evaluation = Evaluation::new(&self.facts.terms);
        for fact in facts {
            let values: Option<Vec<u128>> = fact.variables.iter().map(|(_, place)| self.value(*place)).collect();
            let Some(values) = values else { continue };
            fact.variables.iter().zip(&values).for_each(|((symbol, _), v)| evaluation.give(*symbol, *v));
            if evaluation.holds(fact.term) == Some(false) {
                let named = fact.variables.iter().zip(&values);
                let state = named.map(|((s, _), v)| format!("{} = {v}", self.facts.terms.symbol_name(*s)));
                let state = state.collect::<Vec<_>>().join(", ");
                self.broken = Some(Broken { fact: fact.text.clone(), state, at: (func, block) });
                return;
            }
        }
    }

    fn on_branch(&mut self, _: FuncId, _: BlockId, _: Span) {}
}

fn initial(program: &Program, g: GlobalId) -> Vec<Option<u8>> {
    (0..program.globals[g].size.min(1 << 24)).map(|i| initial_byte(program, g, i)).collect()
}

fn initial_byte(program: &Program, g: GlobalId, at: u64) -> Option<u8> {
    let global = &program.globals[g];
    match &global.init {
        _ if at >= global.size || global.volatility.device().is_some() => None,
        GlobalInit::Zero => Some(0),
        GlobalInit::Data(data) => Some(data.get(at as usize).copied().unwrap_or(0)),
        GlobalInit::Nondet => None,
    }
}

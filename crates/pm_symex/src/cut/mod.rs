//! Cut points: loop heads at which the control-flow automaton stops.
//!
//! A [`Cut`] covers all the states that arrived so far. A leaf on which all arrivals agree is a constant; others are variables.
//! [`Cuts::arrive`] widens the cut by one more arrival, [`Executor::run_cut`] executes from it, [`Cuts::values`] says which values an arrival
//! gives to its variables. When no arrival changes any cut, the edges between them are all there is.
//!
//! Every object has one number, also where its declaration is executed again in each step. So a pointer must not survive its
//! object across a cut: it is made to point to the object's ghost, which is never alive.
//!
//! `arrived.rs` reads an arrival, `widen.rs` meets it with a cut, register by register, `widen_object.rs` object by object, `run.rs` begins
//! an execution at a cut, `low.rs` is about offsets.

pub(crate) mod across;
mod arrived;
pub(crate) mod leaves;
mod low;
mod run;
mod widen;
mod widen_object;

pub(crate) use low::{MAX_LOW, common_spot, low_bits};

use crate::control::context::{Context, ContextKind, Mark, Turns};
use crate::control::instance::Instance;
use crate::control::options::LoopName;
use crate::control::suspend::Suspended;
use crate::cut::leaves::{Aim, Held, Known, Leaf, Matter, Part, Shape};
use crate::exec::Executor;
use crate::record::event::Event;
use crate::state::State;
use crate::state::guard::Guard;
use crate::state::object::ObjectId;
use crate::state::pvec::PVec;
use crate::state::value::OBJECT_BITS;
use arrived::Arrived;
use pm_base::Span;
use pm_ir::{BlockId, FuncId, Program, Rvalue};
use pm_term::{TermId, Terms};
use std::collections::{BTreeMap, BTreeSet};
use widen::Widening;

/// All states at one loop head, with the calls and loops around it.
#[derive(Clone)]
pub struct Cut {
    stack: Vec<Context>,
    pub name: LoopName,
    pub instance: Instance,
    /// A block that is no loop's head.
    pub at_block: bool,
    /// By activation, the outermost first; by register.
    regs: Vec<BTreeMap<u32, Held>>,
    objects: BTreeMap<ObjectId, Matter>,
}

/// What is around a cut point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Around {
    /// A call, and the place behind it in its caller: block and instruction.
    Call { activation: Instance, func: FuncId, back: Option<(BlockId, u32)> },
    /// A loop of the function, by its number, and the iterations that are done.
    Loop { func: FuncId, number: u32, count: u32 },
}

/// Why a program cannot be cut into steps.
#[derive(Clone, Debug)]
pub struct CutError {
    pub what: &'static str,
    pub span: Span,
}

/// What all cuts of a program share.
pub struct Cuts {
    symbols: BTreeMap<(Leaf, Part), TermId>,
    /// The program asks which heap objects its variables reach: pointers count even where they are not read any more.
    keep_pointers: bool,
}

impl Cut {
    /// The functions that are active, the outermost first.
    pub fn functions(&self) -> impl Iterator<Item = FuncId> {
        self.stack.iter().filter(|c| matches!(c.kind, ContextKind::Call(_))).map(|c| c.func)
    }

    /// The calls and loops around it, the outermost first; the last one is the loop itself.
    pub fn around(&self) -> Vec<Around> {
        let around = |c: &Context| match &c.kind {
            ContextKind::Call(a) => {
                let back = a.back.map(|p| (p.block, p.inst));
                Around::Call { activation: c.instance, func: c.func, back }
            }
            ContextKind::Loop(it) => Around::Loop { func: c.func, number: it.loop_number, count: it.count },
        };
        self.stack.iter().map(around).collect()
    }

    /// The variables that mean something here.
    pub fn variables(&self) -> Vec<(Leaf, Part)> {
        let mut found = Vec::new();
        self.for_each_held(|leaf, held| held_parts(leaf, held, &mut found));
        for (&object, matter) in &self.objects {
            if let Known::Var(_) = matter.alive {
                found.push((Leaf::Alive { object }, Part::Value));
            }
            if let Known::Var(_) = matter.size {
                found.push((Leaf::Size { object }, Part::Value));
            }
            if let Shape::Array { term: Known::Var(_), elem, .. } = matter.shape {
                found.push((Leaf::Elements { object, elem }, Part::Value));
            }
            if let Shape::Pool { count, alive, fields } = &matter.shape {
                let fields = fields.iter().map(|(&off, f)| (Leaf::Field { object, off, len: f.len }, f.term));
                let all =
                    [(Leaf::Nodes { object }, *count), (Leaf::Lives { object }, *alive)].into_iter().chain(fields);
                found.extend(all.filter(|(_, k)| matches!(k, Known::Var(_))).map(|(leaf, _)| (leaf, Part::Value)));
            }
        }
        found
    }

    /// All pointers: object and offset, variables or constants.
    pub fn pointers(&self, terms: &mut Terms) -> Vec<(TermId, TermId)> {
        let mut found = Vec::new();
        self.for_each_held(|_, held| {
            if let Held::Ptr { obj, off, .. } = held {
                let obj = match obj {
                    Aim::At(id) => terms.bv(OBJECT_BITS, (*id).into()),
                    Aim::Among(symbol, _) => *symbol,
                };
                found.push((obj, off.term()));
            }
        });
        found
    }

    fn for_each_held(&self, mut f: impl FnMut(Leaf, &Held)) {
        let calls = self.stack.iter().filter(|c| matches!(c.kind, ContextKind::Call(_)));
        for (context, regs) in calls.zip(&self.regs) {
            for (key, held) in regs {
                f(Leaf::Reg { activation: context.instance, func: context.func, key: *key }, held);
            }
        }
        for (&object, matter) in &self.objects {
            if let Shape::Cells { cells, .. } = &matter.shape {
                for (&off, (len, held)) in cells {
                    f(Leaf::Cell { object, off, len: *len }, held);
                }
            }
        }
    }
}

fn held_parts(leaf: Leaf, held: &Held, found: &mut Vec<(Leaf, Part)>) {
    match held {
        Held::Term(Known::Var(_)) => found.push((leaf, Part::Value)),
        Held::Term(Known::Const(_)) => {}
        Held::Ptr { obj, off, .. } => {
            if let Aim::Among(..) = obj {
                found.push((leaf, Part::Object));
            }
            if let Known::Var(_) = off {
                found.push((leaf, Part::Offset));
            }
        }
    }
}

impl Cuts {
    pub fn new(program: &Program) -> Cuts {
        let asks = |i: &pm_ir::Inst| {
            matches!(&i.kind, pm_ir::InstKind::Assert { cond: Rvalue::NoLeak { reachable_ok: true }, .. })
        };
        let keep_pointers = program.funcs.iter().flat_map(|f| f.blocks.iter()).any(|b| b.insts.iter().any(asks));
        Cuts { symbols: BTreeMap::new(), keep_pointers }
    }

    /// The symbol of a variable.
    pub fn symbol_of(&self, leaf: Leaf, part: Part) -> Option<TermId> {
        self.symbols.get(&(leaf, part)).copied()
    }

    /// The cut of a first arrival.
    pub fn begin(&mut self, ex: &mut Executor, s: &Suspended) -> Result<Cut, CutError> {
        let arrived = self.look(ex, s)?;
        let mut cut = Cut {
            stack: s.stack.clone(),
            name: s.name,
            instance: s.instance(),
            at_block: s.at_block,
            regs: Vec::new(),
            objects: BTreeMap::new(),
        };
        for context in &mut cut.stack {
            context.turns = Turns::default();
            let nowhere = || Mark { guard: Guard::always(), inputs: u64::MAX };
            match &mut context.kind {
                ContextKind::Call(a) => {
                    a.entry = nowhere();
                    a.caller_regs = PVec::default();
                }
                ContextKind::Loop(it) => it.entry = nowhere(),
            }
        }
        let mut w = Widening { cuts: self, ex, arrived, changed: false };
        for j in 0..w.arrived.regs.len() {
            let mut regs = BTreeMap::new();
            for (key, value) in w.arrived.regs[j].clone() {
                let leaf = w.arrived.leaf(j, key);
                regs.insert(key, w.held(leaf, value)?);
            }
            cut.regs.push(regs);
        }
        for object in w.arrived.objects() {
            let matter = w.first_matter(object)?;
            cut.objects.insert(object, matter);
        }
        Ok(cut)
    }

    /// Makes the cut cover one more arrival. Did it have to change?
    pub fn arrive(&mut self, ex: &mut Executor, cut: &mut Cut, s: &Suspended) -> Result<bool, CutError> {
        let arrived = self.look(ex, s)?;
        let mut w = Widening { cuts: self, ex, arrived, changed: false };
        w.widen_stack(cut, s);
        for j in 0..cut.regs.len() {
            w.widen_regs(cut, j)?;
        }
        let mut objects: BTreeSet<ObjectId> = w.arrived.objects().into_iter().collect();
        objects.extend(cut.objects.keys());
        for object in objects {
            w.widen_object(cut, object)?;
        }
        Ok(w.changed)
    }

    /// Indeterminate bytes that were read in a step from the cut become variables: what they are is decided where their
    /// object begins. Did the cut change?
    pub fn promote(&mut self, ex: &mut Executor, cut: &mut Cut, carried: &[ObjectId], events: &[Event]) -> bool {
        let state = State::empty();
        let arrived = Arrived { regs: Vec::new(), activations: Vec::new(), state };
        let mut w = Widening { cuts: self, ex, arrived, changed: false };
        for (&object, event) in carried.iter().zip(events) {
            if let Some(Matter { shape, .. }) = cut.objects.get_mut(&object) {
                w.promote(object, shape, event);
            }
        }
        w.changed
    }

    /// The values of the cut's variables in an arriving state, in the order of [`Cut::variables`]; `None` where the value does not matter.
    pub fn values(&mut self, ex: &mut Executor, cut: &Cut, s: &Suspended) -> Result<Vec<Option<TermId>>, CutError> {
        let arrived = self.look(ex, s)?;
        let mut w = Widening { cuts: self, ex, arrived, changed: false };
        let mut values = Vec::new();
        for (j, regs) in cut.regs.iter().enumerate() {
            for (key, held) in regs {
                let value = w.reg(j, *key, held);
                w.values_of(held, Some(value), &mut values);
            }
        }
        for (&object, matter) in &cut.objects {
            if let Shape::Cells { cells, .. } = &matter.shape {
                for (&off, (len, held)) in cells {
                    let pointer = matches!(held, Held::Ptr { .. });
                    let value = match w.arrived.is_there(object) {
                        true => Some(w.cell(object, off, *len, pointer)?),
                        false => None,
                    };
                    w.values_of(held, value, &mut values);
                }
            }
        }
        for (&object, matter) in &cut.objects {
            if let Known::Var(_) = matter.alive {
                values.push(Some(w.arrived.alive(object)));
            }
            if let Known::Var(_) = matter.size {
                let there = w.arrived.is_there(object);
                values.push(there.then(|| w.ex.objects[object as usize].size));
            }
            if let Shape::Array { term: Known::Var(_), elem, pointers } = matter.shape {
                let there = w.arrived.is_there(object);
                values.push(if there { Some(w.elements(object, elem, pointers)?) } else { None });
            }
            if let Shape::Pool { count, alive, fields } = &matter.shape {
                let Some(pool) = w.ex.pool_in(&w.arrived.state, object) else { continue };
                let fields = fields.iter().map(|(off, f)| (f.term, pool.fields.get(off).map(|f| f.term)));
                let all = [(*count, Some(pool.count)), (*alive, Some(pool.alive))].into_iter().chain(fields);
                values.extend(all.filter(|(k, _)| matches!(k, Known::Var(_))).map(|(_, t)| t));
            }
        }
        Ok(values)
    }
}

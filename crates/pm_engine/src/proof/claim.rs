//! A certificate's facts in the words of the reference semantics: which loops they are about, and what of the program's state each variable is.
//!
//! Nothing here has to be right for a proof to be one: a name that is told wrongly makes another fact, which is shown or refused like any other.

use crate::certificate::Certificate;
use pm_ir::{FuncId, GlobalId, SlotId, VarId};
use pm_model::System;
use pm_model::contracts::{Contract, written};
use pm_reference::{CallName, Claim, Contract as ContractClaim, CutPoint, Formal, Name, ObjectName, Part, Place};
use pm_symex::{Around, INS, Leaf, ObjectId, ObjectKind};
use pm_term::{SmtPrinter, TermId};
use rustc_hash::FxHashMap;

pub fn claim(program: &pm_ir::Program, system: &System, certificate: &Certificate) -> Claim {
    let mut claim = Claim::default();
    for var in &system.vars {
        let Some((leaf, part)) = var.place else { continue };
        if let Some(place) = place(program, system, leaf) {
            let name = Name { sort: system.terms.sort(var.now), place, part: of_part(part) };
            claim.names.insert(in_text(&var.name), name);
        }
    }
    for (i, location) in system.locations.iter().enumerate() {
        let Some(head) = location.of.map(|name| name.head) else { continue };
        let facts = certificate.facts.iter().filter(|f| f.location as usize == i).map(|f| f.text.clone());
        let changed = location.live.iter().map(|v| in_text(&system.vars[*v as usize].name));
        let mut point = CutPoint {
            calls: Vec::new(),
            passes: Vec::new(),
            head,
            facts: facts.collect(),
            changed: changed.collect(),
        };
        for around in &location.around {
            match *around {
                Around::Call { activation, func, back } => {
                    point.calls.push(CallName { activation: activation.number(), func, back });
                }
                Around::Loop { count, .. } => point.passes.push(count),
            }
        }
        add_point(&mut claim.points, point);
    }
    tell_cells(system, &mut claim);
    for contract in &system.contracts.functions {
        claim.contracts.push(of_contract(program, system, contract, certificate));
    }
    claim.objects.insert(ObjectName::Nothing, 0);
    for id in 1..system.objects.len() {
        if let Some(name) = object(system, id as ObjectId) {
            claim.objects.entry(name).or_insert(id as u64);
        }
    }
    claim
}

/// Adds a point. Where the transition system has several locations for one place, the facts of one of them hold there.
fn add_point(points: &mut Vec<CutPoint>, point: CutPoint) {
    let calls = |p: &CutPoint| p.calls.iter().map(|c| (c.func, c.back)).collect::<Vec<_>>();
    let is_same = |p: &&mut CutPoint| p.head == point.head && p.passes == point.passes && calls(p) == calls(&point);
    let Some(known) = points.iter_mut().find(is_same) else { return points.push(point) };
    known.changed.extend(point.changed);
    known.facts = match known.facts.is_empty() || point.facts.is_empty() {
        true => Vec::new(),
        false => vec![format!("(or (and {}) (and {}))", known.facts.join(" "), point.facts.join(" "))],
    };
}

/// Arrays, and what cells of them are.
fn tell_cells(system: &System, claim: &mut Claim) {
    for var in &system.vars {
        if let Some((Leaf::Elements { object: id, elem }, _)) = var.place
            && let Some(name) = object(system, id)
        {
            claim.arrays.insert(name, elem.into());
        }
    }
    for &(var, last) in &system.prophecies {
        let var = &system.vars[var];
        let name = Name { sort: system.terms.sort(var.now), place: Place::Any { last }, part: Part::Value };
        claim.names.insert(in_text(&var.name), name);
    }
    let mut printer = SmtPrinter::new();
    for var in &system.vars {
        system.terms.symbol_id(var.now).into_iter().for_each(|s| printer.name(s, &var.name));
    }
    for cell in &system.cells {
        let (array, index) = (system.vars[cell.array].now, printer.text(&system.terms, cell.index));
        let text = format!("(select {} {index})", printer.text(&system.terms, array));
        claim.defined.push((in_text(&system.vars[cell.var].name), text));
    }
}

/// As certificates write it.
fn in_text(name: &str) -> String {
    name.replace(['|', '\\'], "_")
}

fn of_part(part: pm_symex::Part) -> Part {
    match part {
        pm_symex::Part::Value => Part::Value,
        pm_symex::Part::Object => Part::Object,
        pm_symex::Part::Offset => Part::Offset,
    }
}

fn place(program: &pm_ir::Program, system: &System, leaf: Leaf) -> Option<Place> {
    match leaf {
        Leaf::Reg { activation, func, key } => {
            let f = &program.funcs[func];
            let (vars, slots) = (f.vars.len() as u32, f.slots.len() as u32);
            let activation = activation.number();
            match key {
                key if key < vars => Some(Place::Register { activation, var: VarId(key) }),
                key if key >= INS => at_beginning(program, func, (key - INS) as usize),
                key if key < vars + slots => None,
                key => {
                    let var = VarId(key - vars - slots);
                    f.vars.get(var).map(|_| Place::HasValue { activation, var })
                }
            }
        }
        Leaf::Cell { object: id, off, len } => {
            Some(Place::Bytes { object: object(system, id)?, off: off.into(), len: len.into() })
        }
        Leaf::Alive { object: id } => Some(Place::Alive(object(system, id)?)),
        Leaf::Elements { object: id, .. } => Some(Place::Elements(object(system, id)?)),
        Leaf::Size { .. } | Leaf::Nodes { .. } | Leaf::Lives { .. } | Leaf::Field { .. } => None,
    }
}

/// An argument, or a global that the function writes, by its number.
fn at_beginning(program: &pm_ir::Program, func: FuncId, number: usize) -> Option<Place> {
    let params = program.funcs[func].params.len();
    match number.checked_sub(params) {
        None => Some(Place::Argument(number as u32)),
        Some(i) => written(program, func)?.get(i).map(|g| Place::Before(*g)),
    }
}

fn of_contract(program: &pm_ir::Program, system: &System, c: &Contract, certificate: &Certificate) -> ContractClaim {
    let f = &program.funcs[c.func];
    let globals: Vec<GlobalId> = written(program, c.func).iter().flat_map(|w| w.iter().copied()).collect();
    let sort = |t: TermId| system.terms.sort(t);
    let mut names = FxHashMap::default();
    for (i, formal) in c.ins.iter().enumerate() {
        let global = i.checked_sub(f.params.len()).and_then(|i| globals.get(i)).copied();
        let what = global.map_or(Formal::Argument(i as u32), Formal::Before);
        names.insert(in_text(&formal.name), (sort(formal.term), what));
    }
    let results = usize::from(f.ret.is_some());
    for (i, formal) in c.outs.iter().enumerate() {
        let global = i.checked_sub(results).and_then(|i| globals.get(i)).copied();
        names.insert(in_text(&formal.name), (sort(formal.term), global.map_or(Formal::Result, Formal::After)));
    }
    let said = certificate.contracts.iter().filter(|s| s.function == c.name);
    let posts = said.flat_map(|s| s.posts.iter().map(|(post, _)| post.clone())).collect();
    ContractClaim { func: c.func, names, posts }
}

fn object(system: &System, id: ObjectId) -> Option<ObjectName> {
    match *system.objects.get(id as usize)? {
        ObjectKind::Global(g) => Some(ObjectName::Global(g)),
        ObjectKind::Func(f) => Some(ObjectName::Func(f)),
        ObjectKind::Slot(f, SlotId(s)) => Some(ObjectName::Slot(f, SlotId(s))),
        ObjectKind::Heap | ObjectKind::Stack | ObjectKind::Static | ObjectKind::Mapped | ObjectKind::Shadow => None,
    }
}

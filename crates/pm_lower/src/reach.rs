//! Which objects code outside of the program may know the address of: what is passed to functions without a body, what globals with external
//! linkage point to and functions with external linkage return, and what is reached from there.
//!
//! A points-to analysis over the IR of the whole program, by inclusion, without regard to the order of instructions, to calls' contexts and to
//! members. An allocation is one object; whatever passes bits on passes pointers on.
//!
//! Objects that code outside has of its own need no place here, nor do numbers that it returns: nothing is proved behind an access through a
//! pointer that it made, or through a number.
//!
//! That a number may be the address of an object of the program (of a buffer, as device drivers are given it) is followed like one more object,
//! `NUMBER`.

use crate::function::RawFunction;
use pm_base::{Idx, IndexVec};
use pm_ir::{
    Base, Callee, FuncId, Function, Global, GlobalId, InstKind, Operand, Rvalue, SlotId, Stub, TermKind, Ty, VarId,
    uses,
};
use rustc_hash::{FxHashMap, FxHashSet};

type Node = u32;
type Object = u32;

/// Steps after which every object counts as known.
const MOST_STEPS: usize = 8_000_000;

/// What a number that was an address stands for.
const NUMBER: Object = 0;

/// What the analysis reads.
pub(crate) struct Whole<'a> {
    pub globals: &'a IndexVec<GlobalId, Global>,
    pub funcs: &'a IndexVec<FuncId, Function>,
    pub raw: &'a [(FuncId, RawFunction)],
    /// Globals with external linkage.
    pub external: &'a FxHashSet<GlobalId>,
    /// Functions with external linkage.
    pub callable: &'a FxHashSet<FuncId>,
    /// Bits of an address.
    pub address_bits: u8,
}

/// What code outside may know.
#[derive(Default)]
pub(crate) struct Known {
    /// Globals whose address it has.
    pub globals: FxHashSet<GlobalId>,
    /// It is told addresses as numbers.
    pub numbers: bool,
    /// Globals in which such numbers lie.
    pub numbers_in: FxHashSet<GlobalId>,
    /// They lie in locals or heap objects that it knows.
    pub numbers_elsewhere: bool,
}

pub(crate) fn known_outside(whole: &Whole<'_>) -> Known {
    let mut points = Points::new(whole);
    points.globals();
    for i in 0..whole.raw.len() {
        points.function(i);
    }
    points.indirect_calls();
    points.solve()
}

struct Points<'a> {
    whole: &'a Whole<'a>,
    raw_of: FxHashMap<FuncId, usize>,
    /// The objects that a node's value may point into.
    objects: Vec<FxHashSet<Object>>,
    copies: Vec<Vec<Node>>,
    /// Nodes that are given what lies where this one points to.
    loads: Vec<Vec<Node>>,
    /// Nodes whose value is written to where this one points to.
    stores: Vec<Vec<Node>>,
    edges: FxHashSet<(Node, Node)>,
    work: Vec<(Node, Object)>,
    /// By object: what lies in it.
    contents: Vec<Node>,
    of_global: Vec<Object>,
    slots: FxHashMap<(usize, SlotId), Object>,
    vars: FxHashMap<(usize, VarId), Node>,
    results: Vec<Node>,
    addresses: FxHashMap<Object, Node>,
    addressed: FxHashSet<FuncId>,
    /// Arguments and results.
    indirect: Vec<(Vec<Node>, Option<Node>)>,
    /// What code outside knows.
    outside: Node,
}

impl<'a> Points<'a> {
    fn new(whole: &'a Whole<'a>) -> Self {
        let mut points = Points {
            whole,
            raw_of: whole.raw.iter().enumerate().map(|(i, (f, _))| (*f, i)).collect(),
            objects: Vec::new(),
            copies: Vec::new(),
            loads: Vec::new(),
            stores: Vec::new(),
            edges: FxHashSet::default(),
            work: Vec::new(),
            contents: Vec::new(),
            of_global: Vec::new(),
            slots: FxHashMap::default(),
            vars: FxHashMap::default(),
            results: Vec::new(),
            addresses: FxHashMap::default(),
            addressed: FxHashSet::default(),
            indirect: Vec::new(),
            outside: 0,
        };
        points.object(); // NUMBER
        points.of_global = whole.globals.iter().map(|_| points.object()).collect();
        points.results = whole.raw.iter().map(|_| points.node()).collect();
        points.outside = points.node();
        // Code outside reads and writes what it knows.
        let outside = points.outside;
        points.loads[outside as usize].push(outside);
        points.stores[outside as usize].push(outside);
        points
    }

    fn node(&mut self) -> Node {
        self.objects.push(FxHashSet::default());
        self.copies.push(Vec::new());
        self.loads.push(Vec::new());
        self.stores.push(Vec::new());
        self.objects.len() as Node - 1
    }

    fn object(&mut self) -> Object {
        let contents = self.node();
        self.contents.push(contents);
        self.contents.len() as Object - 1
    }

    fn add(&mut self, node: Node, object: Object) {
        if self.objects[node as usize].insert(object) {
            self.work.push((node, object));
        }
    }

    fn copy(&mut self, from: Node, to: Node) {
        if from == to || !self.edges.insert((from, to)) {
            return;
        }
        self.copies[from as usize].push(to);
        let known: Vec<Object> = self.objects[from as usize].iter().copied().collect();
        known.into_iter().for_each(|object| self.add(to, object));
    }

    // ---- the program ----------------------------------------------------------------------------------------------

    fn globals(&mut self) {
        for (id, global) in self.whole.globals.iter_ids() {
            let object = self.of_global[id.index()];
            if self.whole.external.contains(&id) {
                self.add(self.outside, object);
            }
            for reloc in &global.relocs {
                match reloc.base {
                    Base::Global(g) => self.add(self.contents[object as usize], self.of_global[g.index()]),
                    Base::Func(f) => _ = self.addressed.insert(f),
                    Base::Slot(_) => {}
                }
            }
        }
    }

    fn function(&mut self, i: usize) {
        let (id, raw) = &self.whole.raw[i];
        if self.is_outside(*id) {
            return;
        }
        if self.whole.callable.contains(id) {
            self.copy(self.results[i], self.outside);
        }
        for block in raw.blocks.iter() {
            for inst in &block.insts {
                self.inst(i, &inst.kind);
            }
            if let Some(TermKind::Return(Some(value))) = block.term.as_ref().map(|t| &t.kind)
                && let Some(value) = self.operand(i, value)
            {
                self.copy(value, self.results[i]);
            }
        }
    }

    fn is_outside(&self, f: FuncId) -> bool {
        self.whole.funcs[f].stub != Stub::No || !self.raw_of.contains_key(&f)
    }

    fn inst(&mut self, i: usize, kind: &InstKind) {
        match kind {
            InstKind::Assign { dst, value: Rvalue::Load { ptr, .. } } => {
                if let Some(ptr) = self.operand(i, ptr) {
                    let dst = self.var(i, *dst);
                    self.loads[ptr as usize].push(dst);
                }
            }
            InstKind::Assign { dst, value } if uses::passes_bits_on(value) => {
                if let Rvalue::Cast { from: Ty::Ptr, to: Ty::Int(to), .. } = value
                    && to.bits >= self.whole.address_bits
                {
                    let dst = self.var(i, *dst);
                    self.add(dst, NUMBER);
                }
                let mut from = Vec::new();
                uses::inst_operands(kind, &mut |o| from.push(*o));
                for from in from {
                    if let Some(from) = self.operand(i, &from) {
                        let dst = self.var(i, *dst);
                        self.copy(from, dst);
                    }
                }
            }
            InstKind::Store { ptr, value, .. } => {
                if let (Some(ptr), Some(value)) = (self.operand(i, ptr), self.operand(i, value)) {
                    self.stores[ptr as usize].push(value);
                }
            }
            InstKind::Copy { dst, src, .. } => {
                if let (Some(dst), Some(src)) = (self.operand(i, dst), self.operand(i, src)) {
                    let bytes = self.node();
                    self.loads[src as usize].push(bytes);
                    self.stores[dst as usize].push(bytes);
                }
            }
            InstKind::Alloc { dst, .. } => {
                let (dst, object) = (self.var(i, *dst), self.object());
                self.add(dst, object);
            }
            InstKind::Nondet { dst, ty: Ty::Ptr, .. } => {
                let dst = self.var(i, *dst);
                self.copy(self.outside, dst);
            }
            InstKind::Call { dst, callee, args } => self.call(i, *dst, callee, args),
            _ => {}
        }
    }

    fn call(&mut self, i: usize, dst: Option<VarId>, callee: &Callee, args: &[Operand]) {
        let dst = dst.map(|d| self.var(i, d));
        let args: Vec<Option<Node>> = args.iter().map(|a| self.operand(i, a)).collect();
        match callee {
            Callee::Direct(f) => self.pass(*f, &args, dst),
            Callee::Indirect(..) => {
                let nothing = self.node();
                self.indirect.push((args.into_iter().map(|a| a.unwrap_or(nothing)).collect(), dst));
            }
        }
    }

    fn pass(&mut self, f: FuncId, args: &[Option<Node>], dst: Option<Node>) {
        if self.whole.funcs[f].stub == Stub::Part {
            // It was an argument of the function itself, which this is a part of.
            return;
        }
        if self.is_outside(f) {
            args.iter().flatten().for_each(|a| self.copy(*a, self.outside));
            if let (Some(dst), Some(Ty::Ptr)) = (dst, self.whole.funcs[f].ret) {
                self.copy(self.outside, dst);
            }
            return;
        }
        let to = self.raw_of[&f];
        let params = &self.whole.raw[to].1.params;
        for (param, arg) in params.iter().zip(args) {
            if let Some(arg) = arg {
                let param = self.var(to, *param);
                self.copy(*arg, param);
            }
        }
        if let Some(dst) = dst {
            self.copy(self.results[to], dst);
        }
    }

    /// A call through a pointer may be one of every function whose address is taken.
    fn indirect_calls(&mut self) {
        let callees: Vec<FuncId> = self.addressed.iter().copied().collect();
        for (args, dst) in std::mem::take(&mut self.indirect) {
            let args: Vec<Option<Node>> = args.into_iter().map(Some).collect();
            for f in &callees {
                self.pass(*f, &args, dst);
            }
        }
    }

    fn var(&mut self, i: usize, var: VarId) -> Node {
        if let Some(node) = self.vars.get(&(i, var)) {
            return *node;
        }
        let node = self.node();
        self.vars.insert((i, var), node);
        node
    }

    fn operand(&mut self, i: usize, operand: &Operand) -> Option<Node> {
        let object = match operand {
            Operand::Var(v) => return Some(self.var(i, *v)),
            Operand::Addr(Base::Global(g), _) => self.of_global[g.index()],
            Operand::Addr(Base::Slot(s), _) => self.slot(i, *s),
            Operand::Addr(Base::Func(f), _) => {
                self.addressed.insert(*f);
                return None;
            }
            Operand::Int(..) | Operand::Float(..) | Operand::Abs(_) => return None,
        };
        if let Some(node) = self.addresses.get(&object) {
            return Some(*node);
        }
        let node = self.node();
        self.addresses.insert(object, node);
        self.add(node, object);
        Some(node)
    }

    fn slot(&mut self, i: usize, slot: SlotId) -> Object {
        if let Some(object) = self.slots.get(&(i, slot)) {
            return *object;
        }
        let object = self.object();
        self.slots.insert((i, slot), object);
        object
    }

    // ---- the solution ---------------------------------------------------------------------------------------------

    fn solve(mut self) -> Known {
        let mut steps = 0;
        while let Some((node, object)) = self.work.pop() {
            steps += 1 + self.copies[node as usize].len();
            if steps > MOST_STEPS {
                let all: FxHashSet<GlobalId> = self.whole.globals.ids().collect();
                return Known { globals: all.clone(), numbers: true, numbers_in: all, numbers_elsewhere: true };
            }
            for to in self.copies[node as usize].clone() {
                self.add(to, object);
            }
            let contents = self.contents[object as usize];
            for to in self.loads[node as usize].clone() {
                self.copy(contents, to);
            }
            for from in self.stores[node as usize].clone() {
                self.copy(from, contents);
            }
        }
        self.known()
    }

    fn known(&self) -> Known {
        let known = &self.objects[self.outside as usize];
        let holds_numbers = |o: Object| self.objects[self.contents[o as usize] as usize].contains(&NUMBER);
        let of = |g: GlobalId| self.of_global[g.index()];
        let global_objects: FxHashSet<Object> = self.of_global.iter().copied().collect();
        let is_elsewhere = |o: &&Object| **o != NUMBER && !global_objects.contains(*o);
        let globals: FxHashSet<GlobalId> = self.whole.globals.ids().filter(|g| known.contains(&of(*g))).collect();
        Known {
            numbers: known.contains(&NUMBER),
            numbers_in: globals.iter().copied().filter(|g| holds_numbers(of(*g))).collect(),
            numbers_elsewhere: known.iter().filter(is_elsewhere).any(|o| holds_numbers(*o)),
            globals,
        }
    }
}

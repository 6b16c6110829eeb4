//! Which integers may be addresses: where pointers became integers, and where these integers went.
//!
//! An integer that becomes a pointer points to an object only if it was made of an address of that object. Here it is
//! followed which registers, results and bytes of memory may hold what was made of addresses, and of which objects these were.
//! This knowledge only grows (but for registers that live in one block), and it knows no paths: an execution that grew it may have to begin anew (see
//! [`Executor::learnt`]). Conditions carry no addresses.

use crate::control::contract::INS;
use crate::cut::leaves::Leaf;
use crate::exec::Executor;
use crate::pointers::aims::aims;
use crate::state::State;
use crate::state::object::{ObjectId, ObjectKind};
use crate::state::value::{Ptr, Value};
use pm_ir::uses::{inst_operands, passes_bits_on, written_memory, written_var};
use pm_ir::*;
use pm_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::collections::BTreeSet;

/// So many ranges of an object are told apart.
const MAX_RANGES: usize = 64;

/// What is left of a pointer of which a part was overwritten lies at most so far away.
const AROUND: u64 = 16;

#[derive(Default)]
pub(crate) struct Exposed {
    /// Some pointer to an object became an integer.
    any: bool,
    /// An address went where it was not followed: everything may hold one.
    everywhere: bool,
    vars: FxHashSet<(FuncId, VarId)>,
    /// Registers that live in one block, by the depth of the stack: these are followed exactly.
    temps: FxHashSet<(usize, VarId)>,
    /// Functions that may return one.
    returns: FxHashSet<FuncId>,
    memory: FxHashMap<ObjectId, Bytes>,
    /// The objects whose addresses these are; `None` where that is not known.
    objects: Option<BTreeSet<ObjectId>>,
    looked_at: FxHashSet<TermId>,
    /// The running instruction makes an integer of a pointer.
    fresh: bool,
    /// Its result is made of what it reads, which may be made of an address.
    carried: bool,
    /// The running instruction reads nothing that was made of an address.
    reads_none: bool,
    /// Somebody asked.
    asked: Cell<bool>,
    /// The pointers of choices among integers, by whether these may be addresses.
    chosen: FxHashMap<(TermId, bool), Ptr>,
    growth: usize,
}

/// Bytes of an object.
enum Bytes {
    All,
    /// From, to.
    Ranges(Vec<(u64, u64)>),
}

impl Exposed {
    pub fn new() -> Exposed {
        Exposed { objects: Some(BTreeSet::new()), ..Exposed::default() }
    }

    /// Changes when an answer that was given may be another one now.
    pub fn learnt(&self) -> usize {
        if self.asked.get() { self.growth } else { 0 }
    }

    /// May the values that are being read be made of addresses?
    pub fn is_read(&self) -> bool {
        self.asked.set(true);
        self.any && !self.reads_none
    }

    /// `None`: the outcome of a call that a contract answers.
    pub fn may_hold(&self, leaf: Option<Leaf>) -> bool {
        self.asked.set(true);
        let Some(leaf) = leaf else { return self.any };
        self.any
            && (self.everywhere
                || match leaf {
                    Leaf::Reg { key, .. } if key >= INS => true,
                    Leaf::Reg { func, key, .. } => self.vars.contains(&(func, VarId(key))),
                    Leaf::Cell { object, off, len } => {
                        self.in_memory(object, Some((off.into(), u64::from(off) + u64::from(len))))
                    }
                    Leaf::Elements { object, .. } => self.in_memory(object, None),
                    Leaf::Alive { .. } | Leaf::Nodes { .. } | Leaf::Lives { .. } => false,
                    Leaf::Size { .. } | Leaf::Field { .. } => true,
                })
    }

    /// The objects that an integer may be the address of; `None`: any.
    pub fn objects(&self) -> Option<&BTreeSet<ObjectId>> {
        self.asked.set(true);
        self.objects.as_ref()
    }

    fn in_memory(&self, object: ObjectId, range: Option<(u64, u64)>) -> bool {
        match (self.memory.get(&object), range) {
            (None, _) => false,
            (Some(Bytes::All), _) | (Some(_), None) => true,
            (Some(Bytes::Ranges(all)), Some((from, to))) => all.iter().any(|(a, b)| *a < to && from < *b),
        }
    }

    fn add_var(&mut self, func: FuncId, var: VarId) {
        if self.vars.insert((func, var)) {
            self.grow();
        }
    }

    fn add_return(&mut self, func: FuncId) {
        if self.returns.insert(func) {
            self.grow();
        }
    }

    fn add_everywhere(&mut self) {
        if !self.everywhere {
            self.everywhere = true;
            self.grow();
        }
    }

    pub fn add_object(&mut self, object: ObjectId) {
        self.add_bytes(object, None);
    }

    /// The running instruction makes addresses of the pointers in an object, before it reads them.
    pub fn add_now(&mut self, object: ObjectId) {
        self.add_object(object);
        self.reads_none = false;
        self.carried = true;
    }

    fn add_bytes(&mut self, object: ObjectId, range: Option<(u64, u64)>) {
        let bytes = self.memory.entry(object).or_insert_with(|| Bytes::Ranges(Vec::new()));
        let Bytes::Ranges(all) = bytes else { return };
        match range {
            Some((from, to)) if all.iter().any(|(a, b)| *a <= from && to <= *b) => return,
            Some(range) if all.len() < MAX_RANGES => all.push(range),
            Some(_) | None => *bytes = Bytes::All,
        }
        self.grow();
    }

    fn is_nowhere(&self) -> bool {
        self.vars.is_empty() && self.temps.is_empty() && self.memory.is_empty()
    }

    fn grow(&mut self) {
        self.growth += 1;
        self.chosen.clear();
    }

    /// The pointer of an integer that is a choice, if it is known.
    pub fn chosen(&self, t: TermId) -> Option<Ptr> {
        self.chosen.get(&(t, self.is_read())).copied()
    }

    pub fn choose(&mut self, t: TermId, ptr: Ptr) {
        self.chosen.insert((t, self.is_read()), ptr);
    }

    /// Did the last step make an integer of a pointer?
    pub fn take_fresh(&mut self) -> bool {
        std::mem::take(&mut self.fresh)
    }
}

impl Executor<'_> {
    /// An integer is made of a pointer to this object.
    pub(crate) fn expose(&mut self, obj: TermId) {
        if self.terms.const_u64(obj) == Some(0) {
            return;
        }
        self.exposed.any = true;
        self.exposed.fresh = true;
        if !self.exposed.looked_at.insert(obj) {
            return;
        }
        let found = aims(&self.terms, obj);
        let known = match (&self.exposed.objects, &found) {
            (None, _) => true,
            (Some(all), Some(found)) => found.is_subset(all),
            (Some(_), None) => false,
        };
        if !known {
            let all = self.exposed.objects.take();
            self.exposed.objects = all.zip(found).map(|(all, found)| &all | &found);
            self.exposed.grow();
        }
    }

    /// Do all objects whose addresses are known to integers live as long as the program?
    pub(crate) fn exposed_are_static(&self) -> bool {
        let is_static = |id: &ObjectId| {
            *id == 0 || matches!(self.objects[*id as usize].kind, ObjectKind::Global(_) | ObjectKind::Func(_))
        };
        self.exposed.objects().is_some_and(|all| all.iter().all(is_static))
    }

    /// Before an instruction that is no call.
    pub(crate) fn follow_addresses(&mut self, state: &State, inst: &Inst) {
        if !self.exposed.any {
            return;
        }
        if self.exposed.take_fresh() {
            self.exposed.add_everywhere();
        }
        let Some(func) = self.stack.running() else { return };
        if self.exposed.everywhere {
            return;
        }
        if self.exposed.is_nowhere() {
            self.exposed.reads_none = true;
            return;
        }
        let from_memory = self.memory_is_read(state, &inst.kind);
        let mut reads = from_memory;
        inst_operands(&inst.kind, &mut |o| reads |= self.is_exposed(func, o));
        self.exposed.reads_none = !(reads || self.memory_is_looked_at(state, &inst.kind));
        // What a pointer points to is not made of the pointer.
        self.forget_temp(written_var(&inst.kind));
        let loads = matches!(&inst.kind, InstKind::Assign { value: Rvalue::Load { .. }, .. });
        if from_memory || reads && !loads {
            self.spread(state, func, &inst.kind);
        }
    }

    /// Behind an instruction that is no call.
    pub(crate) fn followed_addresses(&mut self, state: &State, inst: &Inst) {
        self.exposed.reads_none = false;
        let carried = std::mem::take(&mut self.exposed.carried);
        if !self.exposed.take_fresh() && !carried {
            return;
        }
        let Some(func) = self.stack.running() else { return };
        match &inst.kind {
            InstKind::Assign { dst, value } => {
                if !self.is_plain_pointer(state, &Operand::Var(*dst)) {
                    self.expose_result(func, *dst, value);
                }
            }
            InstKind::Store { ty, ptr, .. } => {
                self.expose_bytes(state, ptr, Some(ty.access_size(self.pointer_size)), AROUND);
            }
            InstKind::Call { .. } => self.exposed.add_everywhere(),
            other => written_memory(other).into_iter().for_each(|ptr| self.expose_bytes(state, ptr, None, 0)),
        }
    }

    /// Arguments become parameters, of every function that may be meant.
    pub(crate) fn follow_arguments(&mut self, callee: &Callee, args: &[Operand]) {
        if !self.exposed.any {
            return;
        }
        let Some(func) = self.stack.running() else { return };
        let exposed: Vec<usize> = (0..args.len()).filter(|i| self.is_exposed(func, &args[*i])).collect();
        if exposed.is_empty() {
            return;
        }
        let callees: Vec<FuncId> = match callee {
            Callee::Direct(f) => vec![*f],
            Callee::Indirect(_, sig) => self.program.funcs.ids().filter(|f| self.callable(*f, sig)).collect(),
        };
        for f in callees {
            for i in &exposed {
                if let Some(param) = self.program.funcs[f].params.get(*i) {
                    self.exposed.add_var(f, *param);
                }
            }
        }
    }

    pub(crate) fn follow_return(&mut self, value: Option<&Operand>) {
        let Some(func) = self.stack.running().filter(|_| self.exposed.any) else { return };
        if value.is_some_and(|v| self.is_exposed(func, v)) {
            self.exposed.add_return(func);
        }
    }

    /// The call of `callee` is over; its caller runs again.
    pub(crate) fn follow_result(&mut self, callee: FuncId, dst: Option<VarId>) {
        self.forget_temp(dst);
        if let (Some(dst), Some(func), true) = (dst, self.stack.running(), self.exposed.returns.contains(&callee)) {
            self.expose_var(func, dst);
        }
    }

    fn is_exposed(&self, func: FuncId, o: &Operand) -> bool {
        let Operand::Var(v) = o else { return false };
        let e = &self.exposed;
        e.everywhere || e.vars.contains(&(func, *v)) || e.temps.contains(&(self.stack.len(), *v))
    }

    /// A pointer to objects that are known holds no address as a number.
    fn is_plain_pointer(&mut self, state: &State, o: &Operand) -> bool {
        match self.operand(state, o) {
            Value::Ptr(p) => aims(&self.terms, p.obj).is_some_and(|all| !all.contains(&0)),
            Value::Term(_) => false,
        }
    }

    fn expose_var(&mut self, func: FuncId, var: VarId) {
        if self.flow(func).block_local.get(var.0 as usize).copied().unwrap_or(false) {
            self.exposed.temps.insert((self.stack.len(), var));
        } else {
            self.exposed.add_var(func, var);
        }
    }

    /// A register gets a new value.
    fn forget_temp(&mut self, var: Option<VarId>) {
        if let Some(var) = var.filter(|_| !self.exposed.temps.is_empty()) {
            self.exposed.temps.remove(&(self.stack.len(), var));
        }
    }

    fn memory_is_read(&mut self, state: &State, kind: &InstKind) -> bool {
        if self.exposed.memory.is_empty() {
            return false;
        }
        match kind {
            InstKind::Assign { value: Rvalue::Load { ty, ptr }, .. }
            | InstKind::Assert { cond: Rvalue::Load { ty, ptr }, .. } => {
                self.is_in_memory(state, ptr, Some(ty.access_size(self.pointer_size)))
            }
            InstKind::Copy { src, .. } => self.is_in_memory(state, src, None),
            InstKind::Print { .. } | InstKind::Format { .. } => true,
            _ => false,
        }
    }

    /// Reads that the instruction's result is not made of: a write at a symbolic place keeps what is there where it does not write.
    fn memory_is_looked_at(&mut self, state: &State, kind: &InstKind) -> bool {
        if self.exposed.memory.is_empty() {
            return false;
        }
        let walks = matches!(kind, InstKind::Assert { cond: Rvalue::NoLeak { .. }, .. });
        walks || written_memory(kind).is_some_and(|ptr| self.is_in_memory(state, ptr, None))
    }

    fn is_in_memory(&mut self, state: &State, ptr: &Operand, len: Option<u64>) -> bool {
        let Some((objects, range)) = self.aimed_at(state, ptr, len) else { return true };
        objects.into_iter().any(|id| self.exposed.in_memory(id, range))
    }

    /// The objects that a pointer points to, and the bytes in them where these are the same; `None`: not known.
    #[allow(clippy::type_complexity)]
    fn aimed_at(
        &mut self,
        state: &State,
        ptr: &Operand,
        len: Option<u64>,
    ) -> Option<(BTreeSet<ObjectId>, Option<(u64, u64)>)> {
        let Value::Ptr(Ptr { obj, off }) = self.operand(state, ptr) else { return None };
        let range = self.terms.const_u64(off).zip(len).map(|(off, len)| (off, off.saturating_add(len)));
        Some((aims(&self.terms, obj)?, range))
    }

    fn expose_bytes(&mut self, state: &State, ptr: &Operand, len: Option<u64>, around: u64) {
        let Some((objects, range)) = self.aimed_at(state, ptr, len) else {
            return self.exposed.add_everywhere();
        };
        let range = range.map(|(from, to)| (from.saturating_sub(around), to.saturating_add(around)));
        for id in objects.into_iter().filter(|id| *id != 0) {
            self.exposed.add_bytes(id, range);
        }
    }

    /// The instruction reads something that may be made of an address.
    fn spread(&mut self, state: &State, func: FuncId, kind: &InstKind) {
        let (carried, len) = match kind {
            InstKind::Assign { .. } => return self.exposed.carried = true,
            InstKind::Store { ty, value, .. } => {
                let carried = self.is_exposed(func, value) && !self.is_plain_pointer(state, value);
                (carried, Some(ty.access_size(self.pointer_size)))
            }
            InstKind::Copy { src, .. } => (self.is_in_memory(state, src, None), None),
            InstKind::Fill { byte, .. } => (self.is_exposed(func, byte), None),
            // Arbitrary contents are made of nothing; the rest writes what it reads, or writes no memory.
            InstKind::Havoc { .. } => (false, None),
            _ => (true, None),
        };
        if let Some(ptr) = written_memory(kind).filter(|_| carried) {
            self.expose_bytes(state, ptr, len, 0);
        }
    }

    fn expose_result(&mut self, func: FuncId, dst: VarId, value: &Rvalue) {
        if passes_bits_on(value) && self.program.funcs[func].vars[dst].ty != Ty::BOOL {
            self.expose_var(func, dst);
        }
    }
}

//! Translates a function to [`Op`]s when it is called for the first time.
//!
//! Blocks are laid out so that gotos and branches fall through where possible. Instructions are taken one by one; where a
//! few in a row have a fused op (an address and its checks and the access; an overflow check and the operation; a
//! comparison and its branch), that op covers them all. Temporaries that are only used inside the range are not written.

mod fuse;
mod select;

use crate::code::{CallSite, Cases, FuncCode, Item, NO_REG, Op, Range, Reg, SwitchTable};
use crate::uses::count_uses;
use crate::value::Value;
use crate::world::World;
use pm_base::Idx;
use pm_base::num::IntFormat;
use pm_ir::uses::rvalues;
use pm_ir::{
    Base, Block, BlockId, Callee, FuncId, Function, Inst, InstKind, Operand, Rvalue, StorageKind, SwitchCase, TermKind,
    VarId,
};
use rustc_hash::FxHashMap;

/// What the translator may do; tests compare the runs of all settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    /// Use ops other than `Slow` for instructions.
    pub fast: bool,
    /// Cover several instructions by one op.
    pub fuse: bool,
    /// Emit trace points.
    pub trace: bool,
}

impl Settings {
    /// What runs use that nobody watches.
    pub const PLAIN: Settings = Settings { fast: true, fuse: true, trace: false };
}

/// Longest stretch without a count; jumps count in 16 bits.
const LONGEST_SEGMENT: u32 = 60_000;

pub(crate) fn translate<'a>(world: &World<'a>, id: FuncId, settings: Settings) -> FuncCode<'a> {
    let func = &world.program.funcs[id];
    let mut t = Translator::new(world, id, func, settings);
    t.blocks();
    t.link();
    t.code.starts = t.starts;
    t.code
}

struct Translator<'w, 'a> {
    world: &'w World<'a>,
    settings: Settings,
    func: &'a Function,
    code: FuncCode<'a>,
    uses: Vec<u32>,
    constants: FxHashMap<Operand, Reg>,
    /// By block: number of its first instruction.
    item_starts: Vec<u32>,
    /// By block: its first op.
    starts: Vec<u32>,
    /// The range of the op that is being emitted.
    range: Range,
    /// Number of the first instruction that is not counted yet.
    counted: u32,
}

const NOT_PLACED: u32 = u32::MAX;

impl<'w, 'a> Translator<'w, 'a> {
    fn new(world: &'w World<'a>, id: FuncId, func: &'a Function, settings: Settings) -> Self {
        let mut items = Vec::new();
        let mut item_starts = Vec::new();
        for block in func.blocks.iter() {
            item_starts.push(items.len() as u32);
            items.extend(block.insts.iter().map(Item::Inst));
            items.push(Item::Term(&block.term));
        }
        let slot_base = func.vars.len() as u32;
        let mut template = vec![Value::default(); func.vars.len() + func.slots.len()];
        let flags = flags(func, &mut template);
        let code = FuncCode {
            id,
            func,
            ops: Vec::with_capacity(items.len()),
            ranges: Vec::with_capacity(items.len()),
            items,
            own: template.len(),
            template,
            starts: Vec::new(),
            slot_base,
            flags,
            sites: Vec::new(),
            switches: Vec::new(),
        };
        Translator {
            world,
            settings,
            func,
            code,
            uses: count_uses(func),
            constants: FxHashMap::default(),
            item_starts,
            starts: vec![NOT_PLACED; func.blocks.len()],
            range: Range { first: 0, count: 0 },
            counted: 0,
        }
    }

    fn blocks(&mut self) {
        let mut pending = vec![BlockId::new(0)];
        while let Some(start) = pending.pop() {
            let mut next = Some(start);
            while let Some(id) = next.filter(|b| self.starts[b.index()] == NOT_PLACED) {
                self.starts[id.index()] = self.code.ops.len() as u32;
                let block = &self.func.blocks[id];
                pending.extend(block.term.kind.successors());
                let preferred = match &block.term.kind {
                    TermKind::Goto(b) => Some(*b),
                    TermKind::Branch { then, els, .. } => {
                        let free = |b: &BlockId| self.starts[b.index()] == NOT_PLACED;
                        Some(*then).filter(free).or(Some(*els).filter(free))
                    }
                    _ => None,
                };
                next = preferred.filter(|b| self.starts[b.index()] == NOT_PLACED);
                self.block(id, block, next);
            }
        }
    }

    fn block(&mut self, id: BlockId, block: &'a Block, next: Option<BlockId>) {
        let first = self.item_starts[id.index()];
        self.counted = first;
        let mut i = 0;
        while i < block.insts.len() {
            let at = first + i as u32;
            if at - self.counted > LONGEST_SEGMENT {
                self.range = Range { first: at - 1, count: 1 };
                self.emit(Op::Steps(at - self.counted));
                self.counted = at;
            }
            let fused_branch = self.compare_and_branch(block, i, first, next);
            if fused_branch {
                return;
            }
            i += self.instruction(&block.insts, i, at);
        }
        self.range = Range { first: first + block.insts.len() as u32, count: 1 };
        self.terminator(&block.term.kind, next);
    }

    /// Translates the instruction at `i` and returns how many were covered.
    fn instruction(&mut self, insts: &'a [Inst], i: usize, at: u32) -> usize {
        if self.settings.fuse
            && let Some(count) = self.fused(insts, i, at)
        {
            return count;
        }
        self.range = Range { first: at, count: 1 };
        if !self.settings.fast {
            self.single_exact(&insts[i]);
        } else {
            self.single(&insts[i]);
        }
        if self.settings.trace {
            self.emit(Op::Trace);
        }
        1
    }

    fn single_exact(&mut self, inst: &'a Inst) {
        match &inst.kind {
            InstKind::Call { dst, callee, args } => self.call(*dst, callee, args),
            _ => self.emit(Op::Slow),
        }
    }

    fn single(&mut self, inst: &'a Inst) {
        let world = self.world;
        match &inst.kind {
            InstKind::Assign { dst, value } => {
                let op = self.select(dst.0, value).unwrap_or(Op::Slow);
                self.emit(op);
                self.set_flag(*dst);
            }
            InstKind::Store { ty, ptr, value } => {
                let op = self.store(*ty, ptr, value).unwrap_or(Op::Slow);
                self.emit(op);
            }
            InstKind::Assert { cond, .. } => {
                let op = self.check(cond).unwrap_or(Op::Slow);
                self.emit(op);
            }
            InstKind::Assume { cond } => {
                let cond = self.operand(cond);
                self.emit(Op::CheckTrue(cond));
            }
            InstKind::Decl(slot) if !world.supplies.slots => {
                let reg = self.code.slot_reg(*slot);
                self.emit(Op::Decl(reg, slot.0));
            }
            InstKind::Dead(slot) => self.emit(Op::Dead(slot.0)),
            InstKind::DeclVar(v) if !world.supplies.vars => {
                self.emit(Op::DeclVar(v.0));
                if let Some(flag) = self.code.flag_of(*v) {
                    self.emit(Op::Clear(flag));
                }
            }
            InstKind::Call { dst, callee, args } => self.call(*dst, callee, args),
            InstKind::Cover { cond: Operand::TRUE, prop } => self.emit(Op::Mark(prop.0)),
            InstKind::Decl(_)
            | InstKind::DeclVar(_)
            | InstKind::Copy { .. }
            | InstKind::Fill { .. }
            | InstKind::Alloc { .. }
            | InstKind::Free { .. }
            | InstKind::Release { .. }
            | InstKind::Nondet { .. }
            | InstKind::Havoc { .. }
            | InstKind::Inexact { .. }
            | InstKind::Cover { .. }
            | InstKind::Print { .. }
            | InstKind::Format { .. } => self.emit(Op::Slow),
        }
    }

    fn call(&mut self, dst: Option<VarId>, callee: &'a Callee, args: &'a [Operand]) {
        let range = self.range;
        let args = args.iter().map(|a| self.operand(a)).collect();
        let pointer = match callee {
            Callee::Direct(_) => NO_REG,
            Callee::Indirect(p, _) => self.operand(p),
        };
        let site = CallSite { callee, dst: dst.map_or(NO_REG, |v| v.0), pointer, args };
        self.code.sites.push(site);
        let index = self.code.sites.len() as u32 - 1;
        self.range = range;
        let steps = self.count();
        self.emit(Op::Call(index, steps));
        if let Some(dst) = dst {
            self.set_flag(dst);
        }
    }

    fn terminator(&mut self, kind: &'a TermKind, next: Option<BlockId>) {
        if self.settings.trace {
            self.emit(Op::Trace);
        }
        match kind {
            TermKind::Goto(b) if next == Some(*b) => {
                let steps = self.count();
                self.emit(Op::Steps(u32::from(steps)));
            }
            TermKind::Goto(b) => {
                let steps = self.count();
                self.emit(Op::Jump(b.0, steps));
            }
            TermKind::Branch { cond, then, els } => {
                let cond = self.operand(cond);
                let steps = self.count();
                self.branch([Op::BrTrue(cond, then.0, steps), Op::BrFalse(cond, els.0, steps)], *then, *els, next);
            }
            TermKind::Switch { value, ty, cases, default } => {
                let value = self.operand(value);
                let steps = self.count();
                self.code.switches.push(switch_table(*ty, cases, *default));
                self.emit(Op::Switch(value, self.code.switches.len() as u32 - 1, steps));
            }
            TermKind::Return(value) => {
                let value = value.as_ref().map_or(NO_REG, |v| self.operand(v));
                let steps = self.count();
                self.emit(Op::Return(value, steps));
            }
            TermKind::Stop(code) => {
                let code = self.operand(code);
                let steps = self.count();
                self.emit(Op::Stop(code, steps));
            }
            TermKind::Unreachable => self.emit(Op::Slow),
        }
    }

    /// Emits a two-way branch, given the ops that jump when the condition holds and when it does not.
    fn branch(&mut self, ops: [Op; 2], then: BlockId, els: BlockId, next: Option<BlockId>) {
        if next == Some(then) {
            self.emit(ops[1]);
        } else {
            self.emit(ops[0]);
            if next != Some(els) {
                self.emit(Op::Jump(els.0, 0));
            }
        }
    }

    fn emit(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.ranges.push(self.range);
    }

    /// Instructions up to the end of the current range that are not counted yet.
    fn count(&mut self) -> u16 {
        let end = self.range.first + self.range.count;
        let steps = end - self.counted;
        self.counted = end;
        steps as u16
    }

    fn set_flag(&mut self, var: VarId) {
        if let Some(flag) = self.code.flag_of(var) {
            self.emit(Op::Set(flag));
        }
    }

    /// The register of an operand; addresses inside slots are computed on the spot.
    fn operand(&mut self, op: &Operand) -> Reg {
        match *op {
            Operand::Var(v) => v.0,
            Operand::Addr(Base::Slot(s), 0) => self.code.slot_reg(s),
            Operand::Addr(Base::Slot(s), off) => {
                let scratch = self.new_register(Value::default());
                let slot = self.code.slot_reg(s);
                match i32::try_from(off) {
                    Ok(off) => self.emit(Op::Lea(scratch, slot, off)),
                    Err(_) => {
                        let bytes = self.new_register(Value { lo: off as u64, hi: 0 });
                        self.emit(Op::PtrAdd(scratch, slot, bytes));
                    }
                }
                scratch
            }
            Operand::Int(..) | Operand::Float(..) | Operand::Addr(..) | Operand::Abs(_) => {
                if let Some(&reg) = self.constants.get(op) {
                    return reg;
                }
                let reg = self.new_register(self.world.constant(op));
                self.constants.insert(*op, reg);
                reg
            }
        }
    }

    fn int_constant(&mut self, value: u64) -> Reg {
        self.operand(&Operand::Int(IntFormat::new(64, false), u128::from(value)))
    }

    fn new_register(&mut self, value: Value) -> Reg {
        self.code.template.push(value);
        self.code.template.len() as u32 - 1
    }

    fn is_temp(&self, v: VarId) -> bool {
        self.func.vars[v].kind == StorageKind::Temp && self.code.flag_of(v).is_none()
    }

    /// Turns block numbers of jumps into ops.
    fn link(&mut self) {
        let starts = &self.starts;
        let place = |block: u32| starts.get(block as usize).copied().unwrap_or(0);
        for op in &mut self.code.ops {
            if let Some(block) = op.target() {
                op.retarget(place(block));
            }
        }
        for table in &mut self.code.switches {
            table.default = place(table.default);
            match &mut table.cases {
                Cases::Dense { targets, .. } => targets.iter_mut().for_each(|t| *t = place(*t)),
                Cases::Sorted(cases) | Cases::Linear(cases) => cases.iter_mut().for_each(|c| c.2 = place(c.2)),
            }
        }
    }
}

/// Registers for the flags of variables that some `IsInitVar` asks about; parameters start initialised.
fn flags(func: &Function, template: &mut Vec<Value>) -> Vec<Reg> {
    let mut flags = Vec::new();
    for rvalue in rvalues(func) {
        if let Rvalue::IsInitVar(v) = rvalue {
            flags.resize(func.vars.len(), NO_REG);
            if flags[v.index()] == NO_REG {
                flags[v.index()] = template.len() as u32;
                template.push(Value::bool(func.params.contains(v)));
            }
        }
    }
    flags
}

fn switch_table(ty: IntFormat, cases: &[SwitchCase], default: BlockId) -> SwitchTable {
    let bias = if ty.signed { ty.min() } else { 0 };
    let mask = ty.mask();
    let key = |pattern: u128| pattern.wrapping_add(bias) & mask;
    let mut ranges: Vec<_> = cases.iter().map(|c| (key(c.lo), key(c.hi), c.target.0)).collect();
    ranges.retain(|r| r.0 <= r.1);
    let in_order = ranges.clone();
    ranges.sort_by_key(|r| r.0);
    let disjoint = ranges.windows(2).all(|w| w[0].1 < w[1].0);
    let cases = match (ranges.first(), ranges.last()) {
        (Some(first), Some(last)) if disjoint && last.1 - first.0 < 4 * ranges.len() as u128 + 16 => {
            let mut targets = vec![default.0; (last.1 - first.0 + 1) as usize];
            for (lo, hi, target) in &ranges {
                targets[(lo - first.0) as usize..=(hi - first.0) as usize].fill(*target);
            }
            Cases::Dense { first: first.0, targets: targets.into() }
        }
        _ if disjoint => Cases::Sorted(ranges.into()),
        _ => Cases::Linear(in_order.into()),
    };
    SwitchTable { bias, mask, cases, default: default.0 }
}

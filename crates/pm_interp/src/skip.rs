//! Many iterations of a loop at once, where each does the same as the one before.
//!
//! One iteration is followed from the place where the run is to where it comes there again. It does not change anything yet; registers are
//! sequences: a value now, and what is added to it in each iteration. That a register is one is assumed of what the first iteration adds, and is
//! checked: behind the iteration it must be the same sequence, one further. Each comparison says for how many iterations it has the
//! same outcome without anything wrapping around; the least of these numbers is how many are skipped. Only registers, comparisons,
//! sums and differences are followed, through calls: a loop that does anything else is executed as it is.

use crate::code::{FuncCode, NO_REG, Op};
use crate::value::Value;
use pm_base::Idx;
use pm_ir::{Callee, Ty, VarId};
use std::cell::OnceCell;

/// Ops of an iteration.
const LONGEST: usize = 400;
/// Calls in each other.
const DEEPEST: usize = 16;
/// Fewer iterations are not worth it.
const FEWEST: u128 = 16;

/// What the skipped iterations do.
pub(crate) struct Skip {
    /// Registers of the active function, and what is in them then.
    pub registers: Vec<(usize, Value)>,
    pub iterations: u64,
    pub steps: u64,
    pub events: u64,
    pub marks: Vec<u32>,
}

/// The iterations that can be skipped at `pc`, within a number of steps.
pub(crate) fn skip(
    codes: &[OnceCell<FuncCode>],
    code: &FuncCode,
    pc: usize,
    regs: &[Value],
    left: u64,
) -> Option<Skip> {
    let regs = &regs[..code.template.len()];
    let constant = |v: &Value| Sequence { first: *v, add: 0, width: 64 };
    let once = Iteration::follow(codes, code, pc, regs.iter().map(constant).collect())?;
    let mut starts = Vec::with_capacity(regs.len());
    for (reg, value) in regs.iter().enumerate() {
        let after = once.regs[reg].first;
        let width = int_width(code, reg).unwrap_or(64);
        let add = after.lo.wrapping_sub(value.lo) & mask(width);
        starts.push(Sequence { first: *value, add: if once.is_read[reg] { add } else { 0 }, width });
    }
    let again = Iteration::follow(codes, code, pc, starts.clone())?;
    for (reg, start) in starts.iter().enumerate().filter(|(reg, _)| again.is_read[*reg]) {
        let end = &again.regs[reg];
        let is_next = match int_width(code, reg) {
            Some(width) => {
                end.first.lo == start.at(1).lo && end.add == start.add && (end.width == width || end.add == 0)
            }
            None => end.first == start.first && end.add == 0,
        };
        if !is_next {
            return None;
        }
    }
    // A run that ends at its limit ends where it does without this.
    let count = again.count.min(u128::from(left.saturating_sub(1) / again.steps.max(1)));
    if count < FEWEST {
        return None;
    }
    let count = u64::try_from(count).ok()?;
    let written = (0..regs.len()).filter(|r| again.is_written[*r]);
    Some(Skip {
        registers: written.map(|r| (r, again.regs[r].at(count - 1))).collect(),
        iterations: count,
        steps: count.checked_mul(again.steps)?,
        events: count.checked_mul(again.events)?,
        marks: again.marks,
    })
}

/// Bits of a variable that is a number of the usual sizes.
fn int_width(code: &FuncCode, reg: usize) -> Option<u32> {
    if reg >= code.func.vars.len() {
        return None;
    }
    match code.func.vars[VarId::new(reg)].ty {
        Ty::Int(f) if f.bits == 32 || f.bits == 64 => Some(u32::from(f.bits)),
        Ty::Int(_) | Ty::Float(_) | Ty::Ptr => None,
    }
}

fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// What a register holds from iteration to iteration. Where nothing is added it may be of any type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sequence {
    first: Value,
    /// Modulo the width.
    add: u64,
    width: u32,
}

impl Sequence {
    fn constant(first: Value) -> Sequence {
        Sequence { first, add: 0, width: 64 }
    }

    /// In a later iteration.
    fn at(&self, iteration: u64) -> Value {
        if self.add == 0 {
            return self.first;
        }
        let lo = self.first.lo.wrapping_add(self.add.wrapping_mul(iteration)) & mask(self.width);
        Value { lo, hi: self.first.hi }
    }

    /// What is added, as a signed number.
    fn step(&self) -> i128 {
        match self.width {
            32 => i128::from(self.add as u32 as i32),
            _ => i128::from(self.add as i64),
        }
    }
}

/// Numbers that do not wrap around: the first, and what is added.
type Exact = (i128, i128);

#[derive(Clone, Copy)]
enum Reading {
    /// All 64 bits.
    Unsigned,
    S32,
    S64,
}

#[derive(Clone, Copy)]
enum Compare {
    Eq,
    Lt,
    Le,
}

/// One iteration, as far as it is followed.
struct Iteration {
    /// Those of the function, then those of the calls in it.
    regs: Vec<Sequence>,
    /// Whether the value from before the iteration is used, and whether there is another one.
    is_read: Vec<bool>,
    is_written: Vec<bool>,
    /// For how many iterations everything is the same.
    count: u128,
    steps: u64,
    events: u64,
    marks: Vec<u32>,
}

impl Iteration {
    fn follow(codes: &[OnceCell<FuncCode>], code: &FuncCode, start: usize, regs: Vec<Sequence>) -> Option<Iteration> {
        let own = regs.len();
        let mut it = Iteration {
            regs,
            is_read: vec![false; own],
            is_written: vec![false; own],
            count: u128::MAX,
            steps: 0,
            events: 0,
            marks: Vec::new(),
        };
        // The calls around: code, next op, first register.
        let mut callers: Vec<(&FuncCode, usize, usize)> = Vec::new();
        let (mut code, mut pc, mut base) = (code, start, 0);
        for _ in 0..LONGEST {
            let op = *code.ops.get(pc)?;
            pc += 1;
            match op {
                Op::Call(site, n) => {
                    it.steps += u64::from(n);
                    let site = &code.sites[site as usize];
                    let Callee::Direct(callee) = site.callee else { return None };
                    let callee = codes[callee.index()].get()?;
                    if callers.len() >= DEEPEST || !callee.func.slots.is_empty() || !callee.func.has_body() {
                        return None;
                    }
                    let args: Vec<Sequence> = site.args.iter().map(|a| it.get(base, *a)).collect();
                    let new = it.regs.len();
                    it.regs.extend(callee.template.iter().map(|v| Sequence::constant(*v)));
                    for (param, arg) in callee.func.params.iter().zip(args) {
                        it.regs[new + param.index()] = arg;
                    }
                    callers.push((code, pc, base));
                    (code, pc, base) = (callee, 0, new);
                }
                Op::Return(reg, n) => {
                    it.steps += u64::from(n);
                    let value = if reg == NO_REG { Sequence::constant(Value::default()) } else { it.get(base, reg) };
                    it.regs.truncate(base);
                    (code, pc, base) = callers.pop()?;
                    if let Op::Call(site, _) = code.ops[pc - 1]
                        && code.sites[site as usize].dst != NO_REG
                    {
                        it.set(base, code.sites[site as usize].dst, value);
                    }
                }
                _ => it.execute(op, base, &mut pc)?,
            }
            if callers.is_empty() && pc == start {
                return Some(it);
            }
        }
        None
    }

    fn get(&mut self, base: usize, reg: u32) -> Sequence {
        let at = base + reg as usize;
        if let Some(false) = self.is_written.get(at) {
            self.is_read[at] = true;
        }
        self.regs[at]
    }

    fn set(&mut self, base: usize, reg: u32, value: Sequence) {
        let at = base + reg as usize;
        if let Some(written) = self.is_written.get_mut(at) {
            *written = true;
        }
        self.regs[at] = value;
    }

    /// `None`: it is not followed what the op does.
    fn execute(&mut self, op: Op, base: usize, pc: &mut usize) -> Option<()> {
        use Compare::{Eq, Le, Lt};
        use Reading::{S32, S64, Unsigned};
        match op {
            Op::Steps(n) => self.steps += u64::from(n),
            Op::Mark(prop) => self.marks.push(prop),
            Op::Move(d, a) => {
                let value = self.get(base, a);
                self.set(base, d, value);
            }
            Op::Add32(d, a, b) => self.sum(base, (d, a, b), 32, false, None)?,
            Op::Sub32(d, a, b) => self.sum(base, (d, a, b), 32, true, None)?,
            Op::Add64(d, a, b) => self.sum(base, (d, a, b), 64, false, None)?,
            Op::Sub64(d, a, b) => self.sum(base, (d, a, b), 64, true, None)?,
            Op::AddFitS32(d, a, b) => self.sum(base, (d, a, b), 32, false, Some(S32))?,
            Op::SubFitS32(d, a, b) => self.sum(base, (d, a, b), 32, true, Some(S32))?,
            Op::AddFitS64(d, a, b) => self.sum(base, (d, a, b), 64, false, Some(S64))?,
            Op::SubFitS64(d, a, b) => self.sum(base, (d, a, b), 64, true, Some(S64))?,
            Op::Eq(d, a, b) => self.truth(base, d, (Eq, Unsigned, a, b), false)?,
            Op::Ne(d, a, b) => self.truth(base, d, (Eq, Unsigned, a, b), true)?,
            Op::LtU(d, a, b) => self.truth(base, d, (Lt, Unsigned, a, b), false)?,
            Op::LeU(d, a, b) => self.truth(base, d, (Le, Unsigned, a, b), false)?,
            Op::LtS32(d, a, b) => self.truth(base, d, (Lt, S32, a, b), false)?,
            Op::LeS32(d, a, b) => self.truth(base, d, (Le, S32, a, b), false)?,
            Op::LtS64(d, a, b) => self.truth(base, d, (Lt, S64, a, b), false)?,
            Op::LeS64(d, a, b) => self.truth(base, d, (Le, S64, a, b), false)?,
            Op::SextTo64(d, a, n) => {
                let from = self.get(base, a);
                let first = Value { lo: ((from.first.lo << n) as i64 >> n) as u64, ..from.first };
                let add = if from.add == 0 { 0 } else { self.exact(from, S32).filter(|_| n == 32)?.1 as u64 };
                self.set(base, d, Sequence { first, add, width: 64 });
            }
            Op::DeclVar(v) => {
                self.set(base, v, Sequence::constant(Value::default()));
                self.events += 1;
            }
            Op::Clear(r) => self.set_number(base, r, 0),
            Op::Set(r) => self.set_number(base, r, 1),
            Op::CheckTrue(c) => self.low_bit(base, c)?.then_some(())?,
            Op::CheckEq(a, b) => self.compare(base, Eq, Unsigned, a, b)?.then_some(())?,
            Op::CheckNe(a, b) => (!self.compare(base, Eq, Unsigned, a, b)?).then_some(())?,
            Op::CheckLtU(a, b) => self.compare(base, Lt, Unsigned, a, b)?.then_some(())?,
            Op::CheckLeU(a, b) => self.compare(base, Le, Unsigned, a, b)?.then_some(())?,
            Op::CheckLtS32(a, b) => self.compare(base, Lt, S32, a, b)?.then_some(())?,
            Op::CheckLeS32(a, b) => self.compare(base, Le, S32, a, b)?.then_some(())?,
            Op::CheckLtS64(a, b) => self.compare(base, Lt, S64, a, b)?.then_some(())?,
            Op::CheckLeS64(a, b) => self.compare(base, Le, S64, a, b)?.then_some(())?,
            Op::Jump(target, n) => self.jump(true, target, n, pc),
            Op::BrTrue(c, target, n) => self.low_bit(base, c).map(|yes| self.jump(yes, target, n, pc))?,
            Op::BrFalse(c, target, n) => self.low_bit(base, c).map(|yes| self.jump(!yes, target, n, pc))?,
            Op::BrEq(a, b, target, n) => self.branch((base, Eq, Unsigned), (a, b), false, (target, n), pc)?,
            Op::BrNe(a, b, target, n) => self.branch((base, Eq, Unsigned), (a, b), true, (target, n), pc)?,
            Op::BrLtU(a, b, target, n) => self.branch((base, Lt, Unsigned), (a, b), false, (target, n), pc)?,
            Op::BrLeU(a, b, target, n) => self.branch((base, Le, Unsigned), (a, b), false, (target, n), pc)?,
            Op::BrLtS32(a, b, target, n) => self.branch((base, Lt, S32), (a, b), false, (target, n), pc)?,
            Op::BrLeS32(a, b, target, n) => self.branch((base, Le, S32), (a, b), false, (target, n), pc)?,
            Op::BrLtS64(a, b, target, n) => self.branch((base, Lt, S64), (a, b), false, (target, n), pc)?,
            Op::BrLeS64(a, b, target, n) => self.branch((base, Le, S64), (a, b), false, (target, n), pc)?,
            _ => return None,
        }
        Some(())
    }

    fn set_number(&mut self, base: usize, reg: u32, lo: u64) {
        let hi = self.regs[base + reg as usize].first.hi;
        self.set(base, reg, Sequence::constant(Value { lo, hi }));
    }

    fn jump(&mut self, taken: bool, target: u32, n: u16, pc: &mut usize) {
        if taken {
            *pc = target as usize;
        }
        self.steps += u64::from(n);
    }

    fn branch(
        &mut self,
        (base, how, reading): (usize, Compare, Reading),
        (a, b): (u32, u32),
        negated: bool,
        (target, n): (u32, u16),
        pc: &mut usize,
    ) -> Option<()> {
        let holds = self.compare(base, how, reading, a, b)?;
        self.jump(holds != negated, target, n, pc);
        Some(())
    }

    fn truth(
        &mut self,
        base: usize,
        d: u32,
        (how, reading, a, b): (Compare, Reading, u32, u32),
        negated: bool,
    ) -> Option<()> {
        let holds = self.compare(base, how, reading, a, b)?;
        self.set_number(base, d, u64::from(holds != negated));
        Some(())
    }

    fn low_bit(&mut self, base: usize, c: u32) -> Option<bool> {
        let c = self.get(base, c);
        (c.add == 0).then_some(c.first.lo & 1 != 0)
    }

    /// A sum or difference in so many bits; where it must `fit`, it does so for a while.
    fn sum(
        &mut self,
        base: usize,
        (d, a, b): (u32, u32, u32),
        width: u32,
        minus: bool,
        fit: Option<Reading>,
    ) -> Option<()> {
        let (x, y) = (self.get(base, a), self.get(base, b));
        let combine = |x: u64, y: u64| if minus { x.wrapping_sub(y) } else { x.wrapping_add(y) } & mask(width);
        if let Some(reading) = fit {
            let (x, y) = (self.exact(x, reading)?, self.exact(y, reading)?);
            let sign = if minus { -1 } else { 1 };
            let half = 1i128 << (width - 1);
            self.stays((x.0 + sign * y.0, x.1 + sign * y.1), -half, half - 1)?;
        }
        let first = Value { lo: combine(x.first.lo, y.first.lo), hi: self.regs[base + d as usize].first.hi };
        let (x, y) = (self.added(x, width)?, self.added(y, width)?);
        self.set(base, d, Sequence { first, add: combine(x, y), width });
        Some(())
    }

    /// What is added in each iteration, in so many bits.
    fn added(&mut self, x: Sequence, width: u32) -> Option<u64> {
        if x.add == 0 || x.width >= width {
            return Some(x.add & mask(width));
        }
        self.exact(x, Reading::Unsigned).map(|e| e.1 as u64)
    }

    /// The outcome of a comparison, which stays the same for a while.
    fn compare(&mut self, base: usize, how: Compare, reading: Reading, a: u32, b: u32) -> Option<bool> {
        let (x, y) = (self.get(base, a), self.get(base, b));
        let (x, y) = (self.exact(x, reading)?, self.exact(y, reading)?);
        let apart = (x.0 - y.0, x.1 - y.1);
        let (least, most) = (i128::MIN, i128::MAX);
        Some(match how {
            Compare::Lt if apart.0 < 0 => self.stays(apart, least, -1).map(|()| true)?,
            Compare::Lt => self.stays(apart, 0, most).map(|()| false)?,
            Compare::Le if apart.0 <= 0 => self.stays(apart, least, 0).map(|()| true)?,
            Compare::Le => self.stays(apart, 1, most).map(|()| false)?,
            Compare::Eq if apart.0 == 0 => self.stays(apart, 0, 0).map(|()| true)?,
            Compare::Eq if apart.0 < 0 => self.stays(apart, least, -1).map(|()| false)?,
            Compare::Eq => self.stays(apart, 1, most).map(|()| false)?,
        })
    }

    /// The numbers that a register holds, as long as they do not wrap around.
    fn exact(&mut self, x: Sequence, reading: Reading) -> Option<Exact> {
        let lo = x.first.lo;
        let first = match reading {
            Reading::Unsigned => i128::from(lo),
            Reading::S32 => i128::from(lo as u32 as i32),
            Reading::S64 => i128::from(lo as i64),
        };
        if x.add == 0 {
            return Some((first, 0));
        }
        let (least, most) = match (reading, x.width) {
            (Reading::Unsigned, _) | (Reading::S64, 32) => (0, i128::from(mask(x.width))),
            (Reading::S32, 32) => (i128::from(i32::MIN), i128::from(i32::MAX)),
            (Reading::S64, 64) => (i128::from(i64::MIN), i128::from(i64::MAX)),
            _ => return None,
        };
        let exact = (first, x.step());
        self.stays(exact, least, most)?;
        Some(exact)
    }

    /// Only as many iterations are the same as these numbers stay within bounds.
    fn stays(&mut self, (first, add): Exact, least: i128, most: i128) -> Option<()> {
        if first < least || first > most {
            return None;
        }
        let room = match add {
            0 => return Some(()),
            1.. => most.saturating_sub(first),
            _ => first.saturating_sub(least),
        };
        self.count = self.count.min(room.unsigned_abs() / add.unsigned_abs() + 1);
        Some(())
    }
}

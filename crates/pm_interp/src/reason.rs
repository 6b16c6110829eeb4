//! Why something failed, with the values that made it fail.

use crate::eval::Regs;
use crate::halt::{Halt, Run};
use crate::memory::{GENERATION, INDEX_MASK, Meta, Origin};
use crate::outcome::Note;
use crate::value::Value;
use crate::world::World;
use pm_base::num::IntFormat;
use pm_base::{Span, Symbol};
use pm_ir::{BinOp, CmpOp, Operand, Rvalue, Ty};

/// Addresses below are meant to be null.
const NULL_PAGE: u64 = 4096;

pub(crate) type Reason = (String, Vec<Note>);

impl World<'_> {
    /// The undefined behaviour of an access that is not allowed.
    pub fn bad_access<T>(&self, verb: &str, p: Value, size: u64, write: bool) -> Run<T> {
        let (why, notes) = self.why_not_access(p, size, write);
        Err(Box::new(Halt::Undefined { what: format!("{verb} of {size} bytes: {why}"), notes }))
    }

    /// The values that make a condition false.
    pub fn why_false(&mut self, regs: Regs, cond: &Rvalue) -> Reason {
        let plain = |text: String| (text, Vec::new());
        match cond {
            Rvalue::Cmp { op, ty, a, b } => {
                let (a, b) = (self.show(regs, *ty, a), self.show(regs, *ty, b));
                plain(format!("{a} {} {b} is false", symbol(*op)))
            }
            Rvalue::NoOverflow { op, ty, a, b } => {
                let (a, b) = (self.show(regs, Ty::Int(*ty), a), self.show(regs, Ty::Int(*ty), b));
                plain(format!("{a} {} {b} does not fit {}", arithmetic(*op), int_name(*ty)))
            }
            Rvalue::NoShlOverflow { ty, a, count, count_ty } => {
                let (a, n) = (self.show(regs, Ty::Int(*ty), a), self.show(regs, Ty::Int(*count_ty), count));
                plain(match a.starts_with('-') {
                    true => format!("{a} is negative"),
                    false => format!("{a} << {n} does not fit {}", int_name(*ty)),
                })
            }
            Rvalue::Fits { from, to, a } => {
                plain(format!("{} does not fit {}", self.show(regs, *from, a), int_name(*to)))
            }
            Rvalue::InBounds { index, index_ty, count, .. } => {
                plain(format!("index {}, array has {count} elements", self.show(regs, Ty::Int(*index_ty), index)))
            }
            Rvalue::AccessOk { ptr, size, write } => {
                let (p, size) = (self.operand(regs, ptr), self.size(regs, size));
                self.why_not_access(p, size, *write)
            }
            Rvalue::Printable { format, args } => {
                let (format, args) = (self.operand(regs, format), self.operand(regs, args));
                match self.unprintable(format, args) {
                    Ok(Some((why, notes))) => (why, notes),
                    Ok(None) | Err(_) => plain("what is printed is not there".into()),
                }
            }
            Rvalue::PtrAddOk { ptr, bytes } => {
                let p = self.operand(regs, ptr);
                let bytes = self.show(regs, Ty::Int(self.mem.ptr_int(true)), bytes);
                plain(format!("{} plus {bytes} bytes", self.show_pointer(p)))
            }
            Rvalue::FreeOk { ptr } => {
                let p = self.operand(regs, ptr);
                self.why_not_free(p)
            }
            Rvalue::CallOk { ptr, .. } => {
                let p = self.operand(regs, ptr);
                plain(match self.callee(p) {
                    Some(f) => format!("function `{}' has other parameters", self.name(self.program.funcs[f].name)),
                    None => format!("{} is no function", self.show_pointer(p)),
                })
            }
            Rvalue::SameObject { a, b } => {
                let (a, b) = (self.operand(regs, a), self.operand(regs, b));
                plain(format!("{} and {}", self.show_pointer(a), self.show_pointer(b)))
            }
            Rvalue::IsInit { .. } | Rvalue::IsInitVar(_) => plain("the value is indeterminate".into()),
            Rvalue::NoLeak { reachable_ok: false } => self.why_leak(),
            Rvalue::NoLeak { reachable_ok: true } => self.why_lost(),
            _ => plain("the condition is false".into()),
        }
    }

    pub fn why_not_access(&self, p: Value, size: u64, write: bool) -> Reason {
        let Some(object) = self.mem.resolve(p) else {
            let (why, notes) = self.why_no_object(p);
            let is_address = p.hi == 0 && p.lo >= NULL_PAGE;
            let hint =
                if is_address { format!(" (a register there: --mmio {:#x}:{size})", p.lo) } else { String::new() };
            return (why + &hint, notes);
        };
        let Some(meta) = self.mem.meta(p.hi) else { return self.why_no_object(p) };
        let name = self.object_name(meta);
        let offset = p.lo.wrapping_sub(object.base) as i64;
        let inside = offset >= 0 && (offset as u64).checked_add(size).is_some_and(|end| end <= meta.size);
        let text = match meta.origin {
            Origin::Func(_) => format!("{name} is no data"),
            _ if inside && write && object.read_only => format!("{name} is read-only"),
            _ => format!("offset {offset}, {size} bytes, {name} has {} bytes", meta.size),
        };
        (text, self.birth(meta))
    }

    fn why_no_object(&self, p: Value) -> Reason {
        if p.hi == 0 {
            let text = match p.lo {
                0 => "NULL pointer".into(),
                1..NULL_PAGE => format!("NULL pointer plus {} bytes", p.lo),
                a => format!("address {a:#x} belongs to no object"),
            };
            return (text, Vec::new());
        }
        let entry = self.mem.objects.get((p.hi & INDEX_MASK) as usize);
        let latest = entry.is_some_and(|o| o.id == p.hi.wrapping_add(GENERATION));
        match self.mem.meta(p.hi) {
            Some(meta) if meta.origin == Origin::Heap && latest => {
                let mut notes = self.birth(meta);
                notes.push(Note { text: "freed here".into(), span: meta.died });
                (format!("{} was freed", self.object_name(meta)), notes)
            }
            Some(meta) if latest || matches!(meta.origin, Origin::Slot(..)) => {
                (format!("{} is dead", self.object_name(meta)), self.birth(meta))
            }
            _ => ("the object was freed".into(), Vec::new()),
        }
    }

    pub fn why_not_free(&self, p: Value) -> Reason {
        let Some(object) = self.mem.resolve(p) else { return self.why_no_object(p) };
        let Some(meta) = self.mem.meta(p.hi) else { return self.why_no_object(p) };
        let name = self.object_name(meta);
        let text = match meta.origin {
            Origin::Heap => format!("offset {} in {name}", p.lo.wrapping_sub(object.base) as i64),
            _ => format!("{name} was not allocated"),
        };
        (text, self.birth(meta))
    }

    /// Why a call through `p` is impossible.
    pub fn why_not_callee(&self, p: Value) -> Reason {
        match self.mem.resolve(p) {
            None => {
                let (why, notes) = self.why_no_object(p);
                (format!("call through a pointer: {why}"), notes)
            }
            Some(_) => (format!("call through a pointer: {} is no function", self.show_pointer(p)), Vec::new()),
        }
    }

    fn why_leak(&self) -> Reason {
        let live = self.mem.live_heap_objects().take(8);
        let notes = live.map(|m| Note { text: "allocated here, never freed".into(), span: m.born }).collect();
        (format!("{} heap objects were not freed", self.mem.live_heap), notes)
    }

    fn why_lost(&self) -> Reason {
        let lost = self.lost();
        let notes = lost.iter().take(8).map(|m| Note { text: "allocated here, lost".into(), span: m.born }).collect();
        let text = match lost.as_slice() {
            [one] => format!("nothing points to a heap object of {} bytes any more", one.size),
            more => format!("nothing points to {} heap objects any more", more.len()),
        };
        (text, notes)
    }

    fn birth(&self, meta: &Meta) -> Vec<Note> {
        if meta.born == Span::NONE {
            return Vec::new();
        }
        let text = if meta.origin.is_dynamic() { "allocated here" } else { "declared here" };
        vec![Note { text: text.into(), span: meta.born }]
    }

    fn object_name(&self, meta: &Meta) -> String {
        let quote = |symbol: Symbol| format!("`{}'", self.name(symbol));
        match meta.origin {
            Origin::Func(f) => format!("function {}", quote(self.program.funcs[f].name)),
            Origin::Global(g) => match self.name(self.program.globals[g].name) {
                "" => "string literal".into(),
                name => format!("object `{name}'"),
            },
            Origin::Slot(f, s) => match self.program.funcs[f].slots[s].name {
                Some(name) => format!("object {}", quote(name)),
                None => "temporary object".into(),
            },
            Origin::Heap => "heap object".into(),
            Origin::Alloca => "alloca object".into(),
            Origin::Vla => "variable length array".into(),
            Origin::Static => "object of the library".into(),
            Origin::Mapped => "memory-mapped range".into(),
            Origin::Nothing => "no object".into(),
        }
    }

    fn show(&self, regs: Regs, ty: Ty, op: &Operand) -> String {
        let value = self.operand(regs, op);
        let pattern = value.pattern(ty);
        match ty {
            Ty::Int(f) if f.signed => f.to_i128(pattern).to_string(),
            Ty::Int(_) => pattern.to_string(),
            Ty::Float(f) => f.to_text(pattern),
            Ty::Ptr => self.show_pointer(value),
        }
    }

    fn show_pointer(&self, p: Value) -> String {
        if p.lo == 0 && p.hi == 0 {
            return "NULL".into();
        }
        let meta = self.mem.meta(p.hi).filter(|m| m.origin != Origin::Nothing);
        match (meta, self.mem.objects.get((p.hi & INDEX_MASK) as usize)) {
            (Some(meta), Some(object)) => {
                format!("{} at offset {}", self.object_name(meta), p.lo.wrapping_sub(object.base) as i64)
            }
            _ => format!("address {:#x}", p.lo),
        }
    }
}

fn int_name(f: IntFormat) -> String {
    format!("{} bits {}", f.bits, if f.signed { "signed" } else { "unsigned" })
}

fn symbol(op: CmpOp) -> &'static str {
    match op {
        CmpOp::Eq => "==",
        CmpOp::Ne => "!=",
        CmpOp::Lt => "<",
        CmpOp::Le => "<=",
        CmpOp::Gt => ">",
        CmpOp::Ge => ">=",
    }
}

fn arithmetic(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::Div => "/",
        BinOp::Rem => "%",
        BinOp::And => "&",
        BinOp::Or => "|",
        BinOp::Xor => "^",
        BinOp::Fmod => "fmod",
        BinOp::Remainder => "remainder",
        BinOp::Copysign => "copysign",
    }
}

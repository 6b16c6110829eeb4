//! The text form of the IR, as `proofmark show ir` prints it.
//!
//! Operands name what the user knows: `x.v3` is register 3, the C variable `x`; `&buf.slot1+4` is an address. Types are
//! `i32`, `u8`, `bool`, `f64`, `x87`, `ptr`.

use crate::*;
use pm_base::num::{FloatFormat, IntFormat};
use pm_base::{Interner, SourceMap};
use std::fmt::{self, Display, Write};

/// What the printer needs besides the program.
pub struct TextContext<'a> {
    pub names: &'a Interner,
    /// Where given, a comment names the line of each instruction that starts a new line.
    pub sources: Option<&'a SourceMap>,
}

/// The whole program: globals, then functions with bodies.
pub fn print_program(program: &Program, ctx: &TextContext) -> String {
    let mut out = String::new();
    for (id, global) in program.globals.iter_ids() {
        print_global(&mut out, id, global, program, ctx);
    }
    for func in program.funcs.iter() {
        if !out.is_empty() {
            out.push('\n');
        }
        print_function(&mut out, func, program, ctx);
    }
    out
}

fn print_global(out: &mut String, id: GlobalId, global: &Global, program: &Program, ctx: &TextContext) {
    let constant = if global.read_only { "const " } else { "" };
    let constant = if global.volatility.device().is_some() { "device " } else { constant };
    let name = ctx.names.name(global.name);
    let _ = write!(out, "global {constant}{name}.{id}: {} bytes align {}", global.size, global.align);
    match &global.init {
        GlobalInit::Zero => {}
        GlobalInit::Nondet => out.push_str(" = nondet"),
        GlobalInit::Data(bytes) => {
            let _ = write!(out, " = \"{}\"", bytes[..bytes.len().min(64)].escape_ascii());
            if bytes.len() > 64 {
                out.push_str("...");
            }
        }
    }
    for r in &global.relocs {
        let base = base_text(r.base, None, program, ctx);
        let _ = write!(out, " [{}: &{base}{}]", r.offset, offset_text(r.addend));
    }
    out.push('\n');
}

pub fn print_function(out: &mut String, func: &Function, program: &Program, ctx: &TextContext) {
    let p = Printer { func, program, ctx };
    let params: Vec<String> = func.params.iter().map(|v| format!("{}: {}", p.var(*v), func.vars[*v].ty)).collect();
    let _ = write!(out, "fn {}({}", ctx.names.name(func.name), params.join(", "));
    out.push_str(if func.variadic { ", ...)" } else { ")" });
    if let Some(ret) = func.ret {
        let _ = write!(out, " -> {ret}");
    }
    if !func.has_body() {
        out.push_str(";\n");
        return;
    }
    out.push_str(" {\n");
    for (id, slot) in func.slots.iter_ids() {
        let _ = writeln!(out, "  {}: {} bytes align {}", p.slot(id), slot.size, slot.align);
    }
    let mut line = None;
    for (id, block) in func.blocks.iter_ids() {
        let _ = writeln!(out, "{id}:");
        for inst in &block.insts {
            p.line(out, inst.span, &mut line, |w| p.inst(w, inst));
        }
        p.line(out, block.term.span, &mut line, |w| p.term(w, &block.term.kind));
    }
    out.push_str("}\n");
}

impl Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Ty::Int(i) => f.write_str(&int_name(i)),
            Ty::Float(x) => f.write_str(float_name(x)),
            Ty::Ptr => f.write_str("ptr"),
        }
    }
}

fn int_name(f: IntFormat) -> String {
    if f == IntFormat::new(1, false) {
        return "bool".into();
    }
    format!("{}{}", if f.signed { 'i' } else { 'u' }, f.bits)
}

fn float_name(f: FloatFormat) -> &'static str {
    match f {
        FloatFormat::F16 => "f16",
        FloatFormat::F32 => "f32",
        FloatFormat::F64 => "f64",
        FloatFormat::X87 => "x87",
        FloatFormat::F128 => "f128",
    }
}

fn base_text(base: Base, func: Option<&Function>, program: &Program, ctx: &TextContext) -> String {
    match base {
        Base::Global(g) => format!("{}.{g}", ctx.names.name(program.globals[g].name)),
        Base::Func(f) => ctx.names.name(program.funcs[f].name).to_string(),
        Base::Slot(s) => {
            let name = func.and_then(|f| f.slots.get(s)).and_then(|s| s.name);
            name.map_or_else(|| s.to_string(), |n| format!("{}.{s}", ctx.names.name(n)))
        }
    }
}

fn offset_text(offset: i64) -> String {
    if offset == 0 { String::new() } else { format!("{offset:+}") }
}

struct Printer<'a> {
    func: &'a Function,
    program: &'a Program,
    ctx: &'a TextContext<'a>,
}

impl Printer<'_> {
    /// One line, with a comment where the source line changes.
    fn line(
        &self,
        out: &mut String,
        span: pm_base::Span,
        last: &mut Option<(String, u32)>,
        body: impl FnOnce(&mut String),
    ) {
        let start = out.len();
        out.push_str("  ");
        body(out);
        if let Some(loc) = self.ctx.sources.and_then(|s| s.loc(span.lo)) {
            let here = (loc.file, loc.line);
            if last.as_ref() != Some(&here) {
                let pad = 60usize.saturating_sub(out.len() - start);
                let file = here.0.rsplit('/').next().unwrap_or("");
                let _ = write!(out, "{}  ; {file}:{}", " ".repeat(pad), here.1);
                *last = Some(here);
            }
        }
        out.push('\n');
    }

    fn var(&self, v: VarId) -> String {
        let name = self.func.vars.get(v).and_then(|x| x.name);
        name.map_or_else(|| v.to_string(), |n| format!("{}.{v}", self.ctx.names.name(n)))
    }

    fn slot(&self, s: SlotId) -> String {
        base_text(Base::Slot(s), Some(self.func), self.program, self.ctx)
    }

    fn op(&self, o: &Operand) -> String {
        match *o {
            Operand::Var(v) => self.var(v),
            Operand::Int(f, bits) if f.signed => f.to_i128(bits).to_string(),
            Operand::Int(_, bits) => bits.to_string(),
            Operand::Float(f, bits) => f.to_text(bits),
            Operand::Addr(base, offset) => {
                let base = base_text(base, Some(self.func), self.program, self.ctx);
                format!("&{base}{}", offset_text(offset))
            }
            Operand::Abs(0) => "null".into(),
            Operand::Abs(a) => format!("abs {a:#x}"),
        }
    }

    fn ops(&self, ops: &[Operand]) -> String {
        ops.iter().map(|o| self.op(o)).collect::<Vec<_>>().join(", ")
    }

    fn prop(&self, p: PropId) -> &str {
        self.program.props.get(p).map_or("?", |p| &p.id)
    }

    fn inst(&self, w: &mut String, inst: &Inst) {
        let o = |x: &Operand| self.op(x);
        let dst = |d: &Option<VarId>| d.map_or(String::new(), |v| format!("{} = ", self.var(v)));
        let _ = match &inst.kind {
            InstKind::Assign { dst, value } => write!(w, "{} = {}", self.var(*dst), self.rvalue(value)),
            InstKind::Store { ty, ptr, value } => write!(w, "store.{ty} {}, {}", o(ptr), o(value)),
            InstKind::Copy { dst, src, size } => write!(w, "copy {}, {}, {}", o(dst), o(src), o(size)),
            InstKind::Fill { dst, byte, size } => write!(w, "fill {}, {}, {}", o(dst), o(byte), o(size)),
            InstKind::Decl(s) => write!(w, "decl {}", self.slot(*s)),
            InstKind::Dead(s) => write!(w, "dead {}", self.slot(*s)),
            InstKind::DeclVar(v) => write!(w, "decl {}", self.var(*v)),
            InstKind::Alloc { dst, size, kind, zeroed } => {
                let kind = match kind {
                    AllocKind::Heap => "heap",
                    AllocKind::Alloca => "alloca",
                    AllocKind::Vla => "vla",
                    AllocKind::Static => "static",
                };
                let zeroed = if *zeroed { ".zero" } else { "" };
                write!(w, "{} = alloc.{kind}{zeroed} {}", self.var(*dst), o(size))
            }
            InstKind::Free { ptr } => write!(w, "free {}", o(ptr)),
            InstKind::Release { ptr } => write!(w, "release {}", o(ptr)),
            InstKind::Nondet { dst, ty, source } => {
                write!(w, "{} = nondet.{ty} {}", self.var(*dst), self.ctx.names.name(*source))
            }
            InstKind::Havoc { ptr, size, by } => {
                let by = match by {
                    Writer::Program => "",
                    Writer::Data => ".data",
                    Writer::Pointers => ".pointers",
                };
                write!(w, "havoc{by} {}, {}", o(ptr), o(size))
            }
            InstKind::Inexact { cond, why } => write!(w, "inexact {} \"{why}\"", o(cond)),
            InstKind::Assume { cond } => write!(w, "assume {}", o(cond)),
            InstKind::Assert { cond, prop } => write!(w, "assert [{}] {}", self.prop(*prop), self.rvalue(cond)),
            InstKind::Cover { cond, prop } => write!(w, "cover [{}] {}", self.prop(*prop), o(cond)),
            InstKind::Call { dst: d, callee, args } => {
                let callee = match callee {
                    Callee::Direct(f) => self.ctx.names.name(self.program.funcs[*f].name).to_string(),
                    Callee::Indirect(p, _) => format!("*{}", o(p)),
                };
                write!(w, "{}call {callee}({})", dst(d), self.ops(args))
            }
            InstKind::Print { dst: d, stream, format, args } => {
                write!(w, "{}print {}, {}, {}", dst(d), o(stream), o(format), o(args))
            }
            InstKind::Format { dst: d, buffer, size, format, args } => {
                write!(w, "{}format {}, {}, {}, {}", dst(d), o(buffer), o(size), o(format), o(args))
            }
        };
    }

    fn rvalue(&self, value: &Rvalue) -> String {
        let o = |x: &Operand| self.op(x);
        match value {
            Rvalue::Use(a) => o(a),
            Rvalue::Unary { op, ty, a } => format!("{}.{ty} {}", unary_name(*op), o(a)),
            Rvalue::Binary { op, ty, a, b } => format!("{}.{ty} {}, {}", binary_name(*op), o(a), o(b)),
            Rvalue::Shift { left, ty, a, count, .. } => {
                format!("{}.{} {}, {}", if *left { "shl" } else { "shr" }, int_name(*ty), o(a), o(count))
            }
            Rvalue::Cmp { op, ty, a, b } => format!("{}.{ty} {}, {}", compare_name(*op), o(a), o(b)),
            Rvalue::Cast { from, to, a } => format!("cast.{from}.{to} {}", o(a)),
            Rvalue::Fma { ty, a, b, c } => format!("fma.{} {}, {}, {}", float_name(*ty), o(a), o(b), o(c)),
            Rvalue::Scalbn { ty, a, n } => format!("scalbn.{} {}, {}", float_name(*ty), o(a), o(n)),
            Rvalue::PtrAdd { ptr, bytes } => format!("ptradd {}, {}", o(ptr), o(bytes)),
            Rvalue::Index { ptr, index, elem_size, count, .. } => {
                let count = count.map_or(String::new(), |n| format!(" of {n}"));
                format!("index {}, {} * {elem_size}{count}", o(ptr), o(index))
            }
            Rvalue::PtrDiff { a, b, elem_size } => format!("ptrdiff {}, {} / {elem_size}", o(a), o(b)),
            Rvalue::Load { ty, ptr } => format!("load.{ty} {}", o(ptr)),
            Rvalue::NoOverflow { op, ty, a, b } => {
                format!("no_overflow {}.{} {}, {}", binary_name(*op), int_name(*ty), o(a), o(b))
            }
            Rvalue::NoShlOverflow { ty, a, count, .. } => {
                format!("no_overflow shl.{} {}, {}", int_name(*ty), o(a), o(count))
            }
            Rvalue::Fits { from, to, a } => format!("fits.{from}.{} {}", int_name(*to), o(a)),
            Rvalue::InBounds { index, count, inclusive, .. } => {
                format!("{} {}{count}", o(index), if *inclusive { "in 0..=" } else { "in 0.." })
            }
            Rvalue::AccessOk { ptr, size, write } => {
                format!("{}able {}, {}", if *write { "writ" } else { "read" }, o(ptr), o(size))
            }
            Rvalue::Printable { format, args } => format!("printable {}, {}", o(format), o(args)),
            Rvalue::PtrAddOk { ptr, bytes } => format!("ptradd_ok {}, {}", o(ptr), o(bytes)),
            Rvalue::FreeOk { ptr } => format!("freeable {}", o(ptr)),
            Rvalue::CallOk { ptr, sig } => format!("callable {}, {} parameters", o(ptr), sig.params.len()),
            Rvalue::SameObject { a, b } => format!("same_object {}, {}", o(a), o(b)),
            Rvalue::IsDynamic { ptr } => format!("is_dynamic {}", o(ptr)),
            Rvalue::IsInitVar(v) => format!("is_init {}", self.var(*v)),
            Rvalue::IsInit { ptr, size } => format!("is_init {}, {size}", o(ptr)),
            Rvalue::NoLeak { reachable_ok: false } => "no_leak".into(),
            Rvalue::NoLeak { reachable_ok: true } => "no_lost".into(),
            Rvalue::ObjectSize { ptr } => format!("object_size {}", o(ptr)),
            Rvalue::PtrOffset { ptr } => format!("offset {}", o(ptr)),
            Rvalue::PtrObject { ptr } => format!("object {}", o(ptr)),
        }
    }

    fn term(&self, w: &mut String, term: &TermKind) {
        let _ = match term {
            TermKind::Goto(b) => write!(w, "goto {b}"),
            TermKind::Branch { cond, then, els } => write!(w, "branch {}, {then}, {els}", self.op(cond)),
            TermKind::Switch { value, ty, cases, default } => {
                let _ = write!(w, "switch.{} {}", int_name(*ty), self.op(value));
                for c in cases {
                    let (lo, hi) = (self.op(&Operand::Int(*ty, c.lo)), self.op(&Operand::Int(*ty, c.hi)));
                    let range = if c.lo == c.hi { lo } else { format!("{lo}..={hi}") };
                    let _ = write!(w, ", {range}: {}", c.target);
                }
                write!(w, ", default: {default}")
            }
            TermKind::Return(None) => write!(w, "return"),
            TermKind::Return(Some(v)) => write!(w, "return {}", self.op(v)),
            TermKind::Stop(code) => write!(w, "stop {}", self.op(code)),
            TermKind::Unreachable => write!(w, "unreachable"),
        };
    }
}

fn unary_name(op: UnOp) -> &'static str {
    match op {
        UnOp::Neg => "neg",
        UnOp::Not => "not",
        UnOp::Bswap => "bswap",
        UnOp::Clz => "clz",
        UnOp::Ctz => "ctz",
        UnOp::Popcount => "popcount",
        UnOp::FNeg => "fneg",
        UnOp::FAbs => "fabs",
        UnOp::Sqrt => "sqrt",
        UnOp::Floor => "floor",
        UnOp::Ceil => "ceil",
        UnOp::Trunc => "trunc",
        UnOp::Round => "round",
        UnOp::Rint => "rint",
        UnOp::IsNan => "isnan",
        UnOp::IsInf => "isinf",
        UnOp::IsFinite => "isfinite",
        UnOp::IsNormal => "isnormal",
        UnOp::SignBit => "signbit",
    }
}

fn binary_name(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "add",
        BinOp::Sub => "sub",
        BinOp::Mul => "mul",
        BinOp::Div => "div",
        BinOp::Rem => "rem",
        BinOp::And => "and",
        BinOp::Or => "or",
        BinOp::Xor => "xor",
        BinOp::Fmod => "fmod",
        BinOp::Remainder => "remainder",
        BinOp::Copysign => "copysign",
    }
}

fn compare_name(op: CmpOp) -> &'static str {
    match op {
        CmpOp::Eq => "eq",
        CmpOp::Ne => "ne",
        CmpOp::Lt => "lt",
        CmpOp::Le => "le",
        CmpOp::Gt => "gt",
        CmpOp::Ge => "ge",
    }
}

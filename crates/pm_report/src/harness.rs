//! Harnesses: the part of a C program that repeats a counterexample outside of Proofmark.
//!
//! `gcc harness.c program.c` defines the nondeterministic functions, and those without a body, so that they return the
//! recorded values. Definitions are weak: what the program defines itself wins. The linker's `--wrap` lets it repeat failing
//! allocations, what `malloc` leaves in its blocks, and the arguments of `main`; memory-mapped ranges are mapped before the
//! program begins. What functions without a body write, and the structs that nondeterministic functions return, is a table by function and call
//! ([`crate::writes`]). Pages of devices are not accessible: a handler puts the next recorded value where a read wants it, lets the processor do that
//! one instruction, and closes the page again. What C gives no hold on (contents of uninitialised variables, single reads of volatile objects, choices
//! inside of library functions) is listed in its head.

use crate::Context;
use crate::contents::Contents;
use crate::trace::{Input, Trace};
use crate::writes::{MEMORY, To, c_definition};
use pm_base::Symbol;
use pm_base::num::FloatFormat;
use pm_engine::Counterexample;
use pm_interp::{EventKind, Outcome};
use pm_ir::{FuncId, Function, Global, GlobalInit, GlobalKind, InstKind, StorageKind, Stub, Ty};
use pm_types::TypeKind;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Allocation functions whose failure is repeated by `-Wl,--wrap`.
const WRAPPED: &[(&str, &str, &str)] =
    &[("malloc", "size_t n", "n"), ("calloc", "size_t m, size_t n", "m, n"), ("realloc", "void *p, size_t n", "p, n")];

/// Contents of more bytes are not written down.
const MAX_BYTES: usize = 1 << 16;

/// A page of every system that the program is likely to run on.
const PAGE: u64 = 4096;

/// What a harness must know beside the trace.
pub struct Harness<'a> {
    pub ctx: Context<'a>,
    pub trace: &'a Trace,
    pub counterexample: &'a Counterexample,
    /// The program's files as given, for the head.
    pub files: &'a [String],
    /// The function where execution starts.
    pub entry: &'a str,
    /// Objects that the program defines begin with any contents (`--nondet-static`).
    pub nondet_static: bool,
}

impl Harness<'_> {
    pub fn text(&self) -> String {
        let wraps = self.wraps();
        let mut out = self.head(&wraps);
        out += SUPPORT_HEAD;
        self.queue(&mut out, &wraps);
        let _ = writeln!(
            out,
            "static unsigned long long passed = {}; /* assertions that fail before */",
            self.trace.times_passed
        );
        let _ = writeln!(out, "static const char missing[] = {};", c_string(self.limits(&wraps).join("; ").as_bytes()));
        out += SUPPORT;
        self.objects(&mut out);
        self.written(&mut out);
        self.functions(&mut out);
        self.allocations(&mut out, &wraps);
        self.mapped(&mut out);
        if wraps.contains(&"main") {
            self.arguments(&mut out);
        }
        self.entry(&mut out);
        out
    }

    /// Functions that the linker redirects.
    fn wraps(&self) -> Vec<&'static str> {
        let mut wraps = self.failing_allocations();
        if self.filled_blocks().next().is_some() && !wraps.contains(&"malloc") {
            wraps.push("malloc");
        }
        if self.passes_arguments() {
            wraps.push("main");
        }
        wraps
    }

    /// Why the program need not repeat the violation; empty where it does.
    pub fn not_repeated(&self) -> Vec<String> {
        self.limits(&self.wraps())
    }

    // ---- head -----------------------------------------------------------------------------------------------------

    fn head(&self, wraps: &[&str]) -> String {
        let p = &self.ctx.program.props[self.trace.prop];
        let site = self.ctx.violation_site(self.trace.prop, &self.trace.outcome);
        let mut out =
            format!("/* Repeats a violation that Proofmark found:\n     [{}] {}\n", comment(&p.id), comment(&p.text));
        let _ = writeln!(out, "     at {}", comment(&self.ctx.place(site.span)));
        if let Outcome::Violation { reason, .. } = &self.trace.outcome
            && !reason.is_empty()
        {
            let _ = writeln!(out, "     {}", comment(reason));
        }
        let wrap: String = wraps.iter().map(|w| format!(" -Wl,--wrap={w}")).collect();
        let files = comment(&self.files.join(" "));
        let gcc = self.gcc();
        let _ = writeln!(out, "\n   {gcc} -ftrivial-auto-var-init=zero{wrap} THIS_FILE {files}");
        for line in self.limits(wraps) {
            let _ = writeln!(out, "   Not repeated: {}", comment(&line));
        }
        out + "*/\n"
    }

    /// The compiler of the machine, with what it has to find violations.
    fn gcc(&self) -> String {
        const SANITIZERS: &str = "-g -fsanitize=undefined,address -fno-sanitize-recover=undefined";
        match self.ctx.program.types.model.facts().prefixes.first() {
            Some(prefix) => format!("{prefix}-gcc -g"),
            None => format!("gcc {SANITIZERS}"),
        }
    }

    /// What the counterexample needs and this program does not give.
    fn limits(&self, wraps: &[&str]) -> Vec<String> {
        let mut out = self.lost_contents();
        for i in &self.trace.inputs {
            let name = self.ctx.names.name(i.source);
            let what = match i.model {
                Some(m) if m == self.ctx.program.entry || self.is_stub(m) => continue,
                Some(m) if wraps.contains(&self.ctx.func_name(m)) || is_allocation(self.ctx.func_name(m)) => continue,
                Some(m) => format!("choice {} inside of {}", i.text, self.ctx.func_name(m)),
                None if is_function_name(name) || self.is_mapped_device(i.source) => continue,
                None => {
                    format!(
                        "the read of {name} at {}: it gives {} (a debugger can set it)",
                        self.ctx.place(i.span),
                        i.text
                    )
                }
            };
            if out.len() < 16 {
                out.push(what);
            }
        }
        out
    }

    /// Contents of memory that C gives no hold on.
    fn lost_contents(&self) -> Vec<String> {
        let given = || self.trace.contents.iter().filter(|c| c.is_given());
        let mut out = Vec::new();
        if given().any(|c| matches!(c.kind, EventKind::Slot | EventKind::Var)) {
            out.push(
                "contents of uninitialised local variables, which are not zero (a debugger can set them)".to_string(),
            );
        }
        if self.nondet_static && self.open_globals().any(|(_, c)| c.is_some_and(Contents::is_given)) {
            out.push("initial values of global variables".to_string());
        }
        let filled = self.filled_blocks().count();
        let blocks = given().filter(|c| c.kind == EventKind::Alloc).count();
        if blocks > filled {
            out.push("contents of allocated memory, other than of malloc".to_string());
        }
        let havocs = given().filter(|c| c.kind == EventKind::Havoc && c.model != Some(self.ctx.program.entry));
        if havocs.count() > self.trace.writes.named {
            out.push("what inline assembly or a library function writes".to_string());
        }
        out.extend(self.trace.writes.lost.iter().cloned());
        let unknown = |name: &String| self.signature_of(name).is_none();
        let names: BTreeSet<String> = self.trace.writes.all.iter().map(|w| w.function.clone()).collect();
        for name in names.into_iter().filter(unknown) {
            out.push(format!("what {name} writes or returns, because of the types in its declaration: define it"));
        }
        out
    }

    /// How a function is declared that writes, or returns a struct.
    fn signature_of(&self, name: &str) -> Option<Signature> {
        if name == MEMORY {
            let (params, args) = ("void *p, size_t n".into(), vec!["p".into()]);
            return Some(Signature { types: String::new(), ret: "void".into(), params, args, record: false });
        }
        if let Some(ty) = self.trace.writes.records.get(name) {
            let types = format!("typedef {}pm_{name};\n", c_definition(&self.ctx.program.types, *ty, &c_type)?);
            let (ret, args) = (format!("pm_{name}"), vec!["&r".into()]);
            return Some(Signature { types, ret, params: String::new(), args, record: true });
        }
        let is_stub = |f: &&Function| f.stub == Stub::Function && self.ctx.names.name(f.name) == name;
        self.signature(self.ctx.program.funcs.iter().find(is_stub)?, name)
    }

    fn signature(&self, func: &Function, name: &str) -> Option<Signature> {
        let types = &self.ctx.program.types;
        let mut s = Signature { ret: func.ret.map_or("void", c_type).into(), ..Signature::default() };
        let mut params: Vec<String> = Vec::new();
        for (i, p) in func.params.iter().enumerate() {
            let var = &func.vars[*p];
            if func.variadic && i + 1 == func.params.len() {
                params.push("...".into());
                continue;
            }
            let record = var.cty.filter(|c| matches!(types.kind(c.ty), TypeKind::Record(_)));
            let (ty, arg) = match record {
                Some(cty) => {
                    let _ = writeln!(s.types, "typedef {}pm_{name}_{i};", c_definition(types, cty.ty, &c_type)?);
                    (format!("pm_{name}_{i}"), format!("&a{i}"))
                }
                None => (c_type(var.ty).into(), if var.ty == Ty::Ptr { format!("a{i}") } else { "0".into() }),
            };
            if var.kind == StorageKind::Temp {
                (s.ret, s.record) = (ty, true);
                s.args.push("&r".into());
            } else {
                params.push(format!("{ty} a{i}"));
                s.args.push(arg);
            }
        }
        s.params = params.join(", ");
        Some(s).filter(|s| s.params != "...")
    }

    /// Nondeterministic functions that return structs or fill memory, by the calls in the source.
    fn struct_functions(&self) -> BTreeSet<String> {
        let funcs = self.ctx.program.funcs.iter().filter(|f| !f.is_model);
        let insts = funcs.flat_map(|f| f.blocks.iter()).flat_map(|b| &b.insts);
        let havocs = insts.filter(|i| matches!(i.kind, InstKind::Havoc { .. }));
        let name =
            |text: String| text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().map(str::to_string);
        let names = havocs.filter_map(|i| name(self.ctx.sources.snippet(i.span, 200)));
        names.filter(|n| n.starts_with("nondet_") || n.starts_with("__VERIFIER_nondet_")).collect()
    }

    fn failing_allocations(&self) -> Vec<&'static str> {
        let fails = |name: &str| {
            self.trace
                .inputs
                .iter()
                .any(|i| i.value != 0 && i.ty == Ty::BOOL && i.model.is_some_and(|m| self.ctx.func_name(m) == name))
        };
        WRAPPED.iter().map(|w| w.0).filter(|name| fails(name)).collect()
    }

    // ---- values ---------------------------------------------------------------------------------------------------

    fn queue(&self, out: &mut String, wraps: &[&str]) {
        out.push_str("static struct value values[] = {\n");
        for input in &self.trace.inputs {
            let Some(name) = self.queue_name(input, wraps) else { continue };
            let (lo, hi) = (input.value as u64, (input.value >> 64) as u64);
            let note = comment(&format!("{}, {}", input.text, self.ctx.place(input.span)));
            let _ = writeln!(out, "    {{\"{name}\", {{0x{lo:x}ull, 0x{hi:x}ull}}, 0}}, /* {note} */");
        }
        out.push_str("    {0, {0, 0}, 0},\n};\n");
    }

    fn queue_name(&self, input: &Input, wraps: &[&str]) -> Option<String> {
        match input.model {
            None if self.is_mapped_device(input.source) => Some(self.ctx.names.name(input.source).to_string()),
            None => Some(self.ctx.names.name(input.source).to_string()).filter(|n| is_function_name(n)),
            Some(m) if self.is_stub(m) => Some(self.ctx.func_name(m).to_string()),
            Some(m) if m == self.ctx.program.entry => {
                (self.entry != "main").then(|| self.ctx.names.name(input.source).to_string())
            }
            Some(m) => wraps.contains(&self.ctx.func_name(m)).then(|| self.ctx.func_name(m).to_string()),
        }
    }

    fn is_stub(&self, func: FuncId) -> bool {
        self.ctx.program.funcs[func].stub != Stub::No
    }

    /// Objects that nobody defines, with what they hold at the start. Where the program defines one, its definition is the one that counts.
    fn objects(&self, out: &mut String) {
        for (global, contents) in self.open_globals() {
            let (name, size, align) = (self.ctx.names.name(global.name), global.size.max(1), global.align.max(1));
            let mut held = contents.map_or(&[][..], |c| &c.bytes[..c.bytes.len().min(size as usize)]).to_vec();
            self.ctx.program.types.make_proper(global.cty.ty, &mut held);
            let _ = writeln!(
                out,
                "char pm_global_{name}[{size}] __asm__(\"{name}\") __attribute__((weak, aligned({align}))) = {{{}}};",
                held.iter().map(|b| (*b as i8).to_string()).collect::<Vec<_>>().join(", ")
            );
        }
    }

    /// Objects of which nobody says what they hold at the start, which is an event each.
    fn open_globals(&self) -> impl Iterator<Item = (&Global, Option<&Contents>)> {
        let open = self.ctx.program.globals.iter().filter(|g| matches!(g.init, GlobalInit::Nondet));
        let mut held = self.trace.contents.iter().filter(|c| c.kind == EventKind::Global);
        open.map(move |g| (g, held.next())).filter(|(g, _)| g.kind == GlobalKind::User)
    }

    /// What functions without a body write, and structs that are returned.
    fn written(&self, out: &mut String) {
        let writes = &self.trace.writes.all;
        if writes.is_empty() {
            return;
        }
        let globals: BTreeSet<&str> = writes
            .iter()
            .filter_map(|w| if let To::Global(name, _) = &w.to { Some(name.as_str()) } else { None })
            .collect();
        let open: BTreeSet<&str> = self.open_globals().map(|(g, _)| self.ctx.names.name(g.name)).collect();
        for name in globals.difference(&open) {
            let _ = writeln!(out, "extern char pm_global_{name}[] __asm__(\"{name}\") __attribute__((weak));");
        }
        out.push_str(WRITES_HEAD);
        for w in writes {
            let (argument, distance, global) = match &w.to {
                To::Argument(i, distance) => (*i as i64, *distance, "0".to_string()),
                To::Global(name, distance) => (-1, *distance as i64, format!("pm_global_{name}")),
                To::Errno => (-2, 0, "0".to_string()),
            };
            let (name, call, size, bytes) = (&w.function, w.call, w.bytes.len(), c_string(&w.bytes));
            let _ = writeln!(out, "    {{\"{name}\", {call}, {argument}, {distance}, {size}, {bytes}, {global}}},");
        }
        out.push_str(WRITES);
        let names: BTreeSet<&str> = writes.iter().map(|w| w.function.as_str()).collect();
        for name in names {
            if let Some(s) = self.signature_of(name) {
                out.push_str(&s.definition(name));
            }
        }
    }

    /// Nondeterministic functions that the program uses, and functions that nobody defines.
    fn functions(&self, out: &mut String) {
        let mut all: BTreeMap<&str, Option<Ty>> = BTreeMap::new();
        let program = self.ctx.program;
        for func in program.funcs.iter().filter(|f| !f.is_model) {
            for inst in func.blocks.iter().flat_map(|b| &b.insts) {
                if let InstKind::Nondet { ty, source, .. } = &inst.kind {
                    let name = self.ctx.names.name(*source);
                    if name.starts_with("__VERIFIER_nondet_") || name.starts_with("nondet_") {
                        all.insert(name, Some(*ty));
                    }
                }
            }
        }
        for func in program.funcs.iter().filter(|f| f.stub == Stub::Function) {
            let name = self.ctx.names.name(func.name);
            if !SUPPORT.contains(&format!(" {name}(")) {
                all.entry(name).or_insert(func.ret);
            }
        }
        // Those that are not called must be there for the linker.
        let others = self.struct_functions();
        for name in &others {
            all.entry(name).or_insert(None);
        }
        for (name, ty) in all.into_iter().filter(|(name, _)| !self.is_written(name)) {
            let _ = match ty {
                None => write!(out, "\n__attribute__((weak)) void {name}() {{}}\n"),
                Some(ty) => write!(
                    out,
                    "\n__attribute__((weak)) {0} {name}() {{\n    {0} v = 0;\n    pm_next(\"{name}\", &v, sizeof v);\n    return v;\n}}\n",
                    c_type(ty)
                ),
            };
        }
    }

    /// Does it write or return what no scalar value is?
    fn is_written(&self, name: &str) -> bool {
        let writes = &self.trace.writes;
        writes.all.iter().any(|w| w.function == name) || writes.untyped.contains(name)
    }

    // ---- memory ---------------------------------------------------------------------------------------------------

    /// Blocks that `malloc` made when the program called it: the number of the call among those that did not fail.
    fn malloc_blocks(&self) -> impl Iterator<Item = (usize, &Contents)> {
        let is_malloc =
            |c: &&Contents| c.kind == EventKind::Alloc && c.model.is_some_and(|m| self.ctx.func_name(m) == "malloc");
        self.trace.contents.iter().filter(is_malloc).enumerate()
    }

    fn filled_blocks(&self) -> impl Iterator<Item = (usize, &Contents)> {
        self.malloc_blocks().filter(|(_, c)| c.is_given() && c.bytes.len() <= MAX_BYTES)
    }

    fn allocations(&self, out: &mut String, wraps: &[&str]) {
        let fails = self.failing_allocations();
        let fills = self.filled_blocks().next().is_some();
        if fills {
            for (number, block) in self.filled_blocks() {
                let _ = writeln!(out, "\nstatic const unsigned char block{number}[] = {};", c_bytes(&block.bytes));
            }
            out.push_str("\n/* What malloc leaves in its blocks, by the number of the call. */\n");
            out.push_str(
                "static const struct { unsigned call; size_t size; const unsigned char *bytes; } blocks[] = {\n",
            );
            for (number, block) in self.filled_blocks() {
                let _ = writeln!(out, "    {{{number}, {}, block{number}}},", block.bytes.len());
            }
            out.push_str("};\n");
            out.push_str(FILL);
        }
        for (name, params, args) in WRAPPED.iter().filter(|w| wraps.contains(&w.0)) {
            let _ = write!(
                out,
                "\n__attribute__((weak)) void *__real_{name}({params});\nvoid *__wrap_{name}({params}) {{\n"
            );
            if fails.contains(name) {
                let _ = write!(
                    out,
                    "    _Bool fails;\n    pm_next(\"{name}\", &fails, sizeof fails);\n    if (fails)\n        return 0;\n"
                );
            }
            let made = format!("__real_{name}({args})");
            let made = if fills && *name == "malloc" { format!("pm_fill({made}, n)") } else { made };
            let _ = write!(out, "    return {made};\n}}\n");
        }
    }

    fn is_mapped_device(&self, source: Symbol) -> bool {
        self.counterexample.mmio.iter().any(|m| m.device == Some(source))
    }

    /// The devices, and the code that answers for them.
    fn devices(&self, out: &mut String) -> bool {
        let devices = || self.counterexample.mmio.iter().filter_map(|m| Some((m, m.device?)));
        if devices().next().is_none() {
            return false;
        }
        out.push_str("\n#include <signal.h>\n#include <stdint.h>\n#include <ucontext.h>\n\n/* Each read of a device gives a recorded value. */\n");
        out.push_str("static const struct { uintptr_t from, size; const char *name; } devices[] = {\n");
        for (m, source) in devices() {
            let _ = writeln!(out, "    {{0x{:x}u, {}u, \"{}\"}},", m.address, m.size, self.ctx.names.name(source));
        }
        out.push_str("};\n");
        out.push_str(DEVICES);
        true
    }

    /// Memory-mapped ranges become memory before the program begins.
    fn mapped(&self, out: &mut String) {
        let ranges = &self.counterexample.mmio.iter().map(|m| (m.address, m.size)).collect::<Vec<_>>();
        if ranges.is_empty() {
            return;
        }
        let globals: Vec<&Contents> = self.trace.contents.iter().filter(|c| c.kind == EventKind::Global).collect();
        let own = globals.len().saturating_sub(ranges.len());
        out.push_str(
            "\n#include <sys/mman.h>\n#ifndef MAP_FIXED_NOREPLACE\n#define MAP_FIXED_NOREPLACE 0x100000\n#endif\n",
        );
        out.push_str(MAP);
        let has_devices = self.devices(out);
        out.push_str("\n__attribute__((constructor)) static void pm_map_all(void) {\n");
        for (from, to) in pages(ranges) {
            let _ = writeln!(out, "    pm_map((void *)0x{from:x}ul, 0x{:x}ul);", to - from);
        }
        for ((address, _), c) in ranges.iter().zip(&globals[own..]).filter(|(_, c)| c.is_given()) {
            let bytes = &c.bytes[..c.bytes.len().min(MAX_BYTES)];
            let _ = writeln!(
                out,
                "    {{\n        static const unsigned char bytes[] = {};\n        memcpy((void *)0x{address:x}ul, bytes, sizeof bytes);\n    }}",
                c_bytes(bytes)
            );
        }
        out.push_str(if has_devices { "    pm_watch();\n}\n" } else { "}\n" });
    }

    // ---- arguments of main ----------------------------------------------------------------------------------------

    fn passes_arguments(&self) -> bool {
        let start = Some(self.ctx.program.entry);
        self.entry == "main" && self.trace.inputs.iter().any(|i| i.model == start)
    }

    /// Calls `main` with the recorded arguments.
    fn arguments(&self, out: &mut String) {
        let start = Some(self.ctx.program.entry);
        let strings = self.trace.contents.iter().filter(|c| c.kind == EventKind::Havoc && c.model == start);
        let argc = self.trace.arguments.first().map_or(1, |n| *n as u32);
        out.push_str("\n/* The arguments of main: length, and the bytes that are not zero. */\n");
        out.push_str("static const struct { size_t length, size; const char *bytes; } arguments[] = {\n");
        for c in strings {
            let bytes = &c.bytes[..c.bytes.len().min(MAX_BYTES).min(c.size as usize)];
            let _ = writeln!(out, "    {{{}, {}, {}}},", c.size, bytes.len(), c_string(bytes));
        }
        let _ = write!(out, "    {{0, 0, 0}},\n}};\n\nstatic const int argument_count = {argc};\n{ARGUMENTS}");
    }

    // ---- entry ----------------------------------------------------------------------------------------------------

    /// Another entry than `main` is called from a `main` of the harness.
    fn entry(&self, out: &mut String) {
        if self.entry == "main" {
            return;
        }
        let program = self.ctx.program;
        let is_entry = |f: &FuncId| self.ctx.func_name(*f) == self.entry && program.funcs[*f].has_body();
        let Some(func) = program.funcs.ids().find(is_entry).map(|f| &program.funcs[f]) else { return };
        let ret = func.ret.map_or("void", c_type);
        let params: Vec<&str> = func.params.iter().map(|p| c_type(func.vars[*p].ty)).collect();
        let names: Vec<String> = (0..params.len()).map(|i| format!("a{i}")).collect();
        let list = if params.is_empty() { "void".to_string() } else { params.join(", ") };
        let _ = write!(
            out,
            "\n/* If the program has a main of its own, compile it with -Dmain=program_main. */\nextern {ret} {}({list});\n\
             int main(void) {{\n",
            self.entry
        );
        for ((ty, name), id) in params.iter().zip(&names).zip(&func.params) {
            let source = func.vars[*id].name.map_or("", |n| self.ctx.names.name(n));
            let _ = writeln!(out, "    {ty} {name} = 0;\n    pm_next(\"{source}\", &{name}, sizeof {name});");
        }
        let _ = writeln!(out, "    {}({});\n    return 0;\n}}", self.entry, names.join(", "));
    }
}

/// How the harness declares a function that writes.
#[derive(Default)]
struct Signature {
    /// Types that it needs.
    types: String,
    ret: String,
    params: String,
    /// Where what it is given begins, for the table of writes.
    args: Vec<String>,
    /// It returns a struct `r`.
    record: bool,
}

impl Signature {
    fn definition(&self, name: &str) -> String {
        let Signature { types, ret, params, args, record } = self;
        let result = if *record { format!("    {ret} r;\n    memset(&r, 0, sizeof r);\n") } else { String::new() };
        let end = match (record, ret.as_str()) {
            (true, _) => "    return r;\n".to_string(),
            (false, "void") => String::new(),
            (false, _) => format!("    {ret} v = 0;\n    pm_next(\"{name}\", &v, sizeof v);\n    return v;\n"),
        };
        let args = if args.is_empty() { "0".to_string() } else { args.join(", ") };
        format!(
            "\n{types}__attribute__((weak)) {ret} {name}({params}) {{\n    static unsigned calls;\n{result}    void *args[] = {{{args}}};\n    pm_write(\"{name}\", calls++, args);\n{end}}}\n"
        )
    }
}

/// Values of volatile objects have names with blanks.
fn is_function_name(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn is_allocation(name: &str) -> bool {
    WRAPPED.iter().any(|w| w.0 == name)
}

pub(crate) fn c_type(ty: Ty) -> &'static str {
    match ty {
        Ty::Int(f) => match (f.bits, f.signed) {
            (1, _) => "_Bool",
            (2..=8, true) => "signed char",
            (2..=8, false) => "unsigned char",
            (9..=16, true) => "short",
            (9..=16, false) => "unsigned short",
            (17..=32, true) => "int",
            (17..=32, false) => "unsigned",
            (33..=64, true) => "long long",
            (33..=64, false) => "unsigned long long",
            (_, true) => "__int128",
            (_, false) => "unsigned __int128",
        },
        Ty::Float(f) => match f {
            FloatFormat::F16 => "_Float16",
            FloatFormat::F32 => "float",
            FloatFormat::F64 => "double",
            FloatFormat::X87 => "long double",
            FloatFormat::F128 => "_Float128",
        },
        Ty::Ptr => "void *",
    }
}

/// An initialiser of an array of bytes.
fn c_bytes(bytes: &[u8]) -> String {
    let all: Vec<String> = bytes.iter().map(u8::to_string).collect();
    format!("{{{}}}", all.join(", "))
}

/// A string literal; octal escapes have three digits, so that nothing behind them is read as part of them.
pub(crate) fn c_string(bytes: &[u8]) -> String {
    let plain = |b: u8| b.is_ascii_graphic() && !matches!(b, b'"' | b'\\' | b'?') || b == b' ';
    let text = |b: &u8| if plain(*b) { char::from(*b).to_string() } else { format!("\\{b:03o}") };
    format!("\"{}\"", bytes.iter().map(text).collect::<String>())
}

/// The pages that the ranges lie in, neighbours together.
fn pages(ranges: &[(u64, u64)]) -> Vec<(u64, u64)> {
    let mut all: Vec<(u64, u64)> = ranges
        .iter()
        .map(|(at, size)| (at / PAGE * PAGE, at.saturating_add((*size).max(1)).div_ceil(PAGE).saturating_mul(PAGE)))
        .collect();
    all.sort_unstable();
    let mut merged: Vec<(u64, u64)> = Vec::new();
    for (from, to) in all {
        match merged.last_mut() {
            Some(last) if from <= last.1 => last.1 = last.1.max(to),
            _ => merged.push((from, to)),
        }
    }
    merged
}

/// Text that may stand in a comment.
fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace(['\n', '\r'], " ")
}

const SUPPORT_HEAD: &str = r#"
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The recorded values, in the order of the calls. */
struct value {
    const char *function;
    unsigned long long bits[2];
    int used;
};

"#;

const SUPPORT: &str = r#"
/* The next value of this function; zeros when there are no more. */
static void pm_next(const char *function, void *to, size_t size) {
    memset(to, 0, size);
    for (struct value *v = values; v->function; v++) {
        if (!v->used && strcmp(v->function, function) == 0) {
            v->used = 1;
            memcpy(to, v->bits, size < sizeof v->bits ? size : sizeof v->bits);
            return;
        }
    }
}

static void pm_fail(const char *what) {
    fprintf(stderr, "violated: %s\n", what);
    abort();
}

/* An assertion behind which executions go on. */
static void pm_assert(int holds, const char *what) {
    if (!holds && passed > 0) {
        passed--;
        fprintf(stderr, "violated before: %s\n", what);
    } else if (!holds) {
        pm_fail(what);
    }
}

/* The run ends without the violation. */
__attribute__((destructor)) static void pm_end(void) {
    if (*missing)
        fprintf(stderr, "not repeated: %s\n", missing);
}

static void pm_assume(int holds) {
    if (!holds) {
        fprintf(stderr, "an assumption does not hold\n");
        exit(3);
    }
}

__attribute__((weak)) void __VERIFIER_assume(int c) { pm_assume(c); }
__attribute__((weak)) void __CPROVER_assume(_Bool c) { pm_assume(c); }
__attribute__((weak)) void __VERIFIER_assert(int c) { if (!c) pm_fail("__VERIFIER_assert"); }
__attribute__((weak)) void __CPROVER_assert(_Bool c, const char *text) { pm_assert(c, text); }
__attribute__((weak)) void __CPROVER_precondition(_Bool c, const char *text) { if (!c) pm_fail(text); }
__attribute__((weak)) void __CPROVER_cover(_Bool c) { (void)c; }
__attribute__((weak)) void __CPROVER_input() {}
__attribute__((weak)) void __CPROVER_output() {}
__attribute__((weak)) void reach_error(void) { pm_fail("reach_error"); }
__attribute__((weak)) void __VERIFIER_error(void) { pm_fail("__VERIFIER_error"); }
"#;

const WRITES_HEAD: &str = r#"
#include <errno.h>

/* What code outside of the program writes, by the number of the call: behind an argument, to a global (-1), or errno (-2). */
static const struct {
    const char *function;
    unsigned call;
    int argument;
    long distance;
    size_t size;
    const char *bytes;
    char *global;
} writes[] = {
"#;

const WRITES: &str = r#"};

static void pm_write(const char *function, unsigned call, void **args) {
    for (size_t i = 0; i < sizeof writes / sizeof *writes; i++) {
        if (writes[i].call != call || strcmp(writes[i].function, function) != 0)
            continue;
        char *to = writes[i].argument >= 0 ? args[writes[i].argument] : writes[i].global;
        if (writes[i].argument == -2)
            memcpy(&errno, writes[i].bytes, sizeof errno);
        else if (to)
            memcpy(to + writes[i].distance, writes[i].bytes, writes[i].size);
        else
            fprintf(stderr, "not repeated: what %s writes to a static variable\n", function);
    }
}
"#;

const FILL: &str = r#"
static void *pm_fill(void *block, size_t size) {
    static unsigned calls;
    unsigned call = calls++;
    if (!block)
        return block;
    memset(block, 0, size);
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (blocks[i].call == call)
            memcpy(block, blocks[i].bytes, blocks[i].size < size ? blocks[i].size : size);
    return block;
}
"#;

const MAP: &str = r#"
/* A page at the address of the hardware. */
static void pm_map(void *at, size_t size) {
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
    if (mmap(at, size, PROT_READ | PROT_WRITE, flags, -1, 0) != at) {
        fprintf(stderr, "there is no room for a memory-mapped range at %p\n", at);
        exit(3);
    }
}
"#;

const DEVICES: &str = r#"
static char *pm_open;

static void pm_on_access(int signal, siginfo_t *info, void *context) {
    ucontext_t *state = context;
    char *at = info->si_addr, *page = (char *)((uintptr_t)at & ~(uintptr_t)4095);
    int is_write = (state->uc_mcontext.gregs[REG_ERR] & 2) != 0, is_ours = 0;
    const char *name = 0;
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        uintptr_t end = devices[i].from + devices[i].size;
        is_ours |= (uintptr_t)page < end && devices[i].from < (uintptr_t)page + 4096;
        if ((uintptr_t)at >= devices[i].from && (uintptr_t)at < end)
            name = devices[i].name;
    }
    if (!is_ours || mprotect(page, 4096, PROT_READ | PROT_WRITE)) {
        struct sigaction plain = {.sa_handler = SIG_DFL};
        sigaction(signal, &plain, 0);
        return;
    }
    if (name && !is_write) {
        unsigned char value[16];
        pm_next(name, value, sizeof value);
        size_t room = (size_t)(page + 4096 - at);
        memcpy(at, value, room < sizeof value ? room : sizeof value);
    }
    pm_open = page;
    state->uc_mcontext.gregs[REG_EFL] |= 0x100; /* one instruction */
}

static void pm_on_step(int signal, siginfo_t *info, void *context) {
    ucontext_t *state = context;
    (void)signal, (void)info;
    state->uc_mcontext.gregs[REG_EFL] &= ~0x100;
    mprotect(pm_open, 4096, PROT_NONE);
}

static void pm_watch(void) {
    struct sigaction access = {.sa_sigaction = pm_on_access, .sa_flags = SA_SIGINFO | SA_NODEFER};
    struct sigaction step = {.sa_sigaction = pm_on_step, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &access, 0);
    sigaction(SIGTRAP, &step, 0);
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        uintptr_t from = devices[i].from & ~(uintptr_t)4095, end = devices[i].from + devices[i].size;
        for (; from < end; from += 4096)
            mprotect((void *)from, 4096, PROT_NONE);
    }
}
"#;

const ARGUMENTS: &str = r#"
int __real_main(int argc, char **argv, char **envp);

int __wrap_main(int argc, char **argv, char **envp) {
    (void)argc, (void)argv;
    size_t recorded = sizeof arguments / sizeof *arguments - 1;
    char **all = calloc((size_t)argument_count + 1, sizeof *all);
    for (int i = 0; all && i < argument_count; i++) {
        size_t length = (size_t)i < recorded ? arguments[i].length : 0;
        all[i] = calloc(length + 1, 1);
        if (all[i] && length)
            memcpy(all[i], arguments[i].bytes, arguments[i].size);
    }
    return __real_main(argument_count, all, envp);
}
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_as_c_writes_them() {
        assert_eq!(c_string(b"a b\"\\\x001?"), r#""a b\042\134\0001\077""#);
        assert_eq!(c_bytes(&[1, 255]), "{1, 255}");
    }

    #[test]
    fn pages_that_touch_are_one() {
        assert_eq!(
            pages(&[(0x5000, 0), (0x40000010, 4), (0x40000ff0, 0x20)]),
            [(0x5000, 0x6000), (0x40000000, 0x40002000)]
        );
    }

    #[test]
    fn comments_stay_closed() {
        assert_eq!(comment("a */ b\nc"), "a * / b c");
    }

    #[test]
    fn types() {
        assert_eq!(c_type(Ty::BOOL), "_Bool");
        assert_eq!(c_type(Ty::int(32, true)), "int");
        assert_eq!(c_type(Ty::Float(FloatFormat::F32)), "float");
    }
}

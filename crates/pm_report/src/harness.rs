//! Harnesses: the part of a C program that repeats a counterexample outside of Proofmark.
//!
//! `gcc harness.c program.c` defines the nondeterministic functions, and those without a body, so that they return the
//! recorded values. Definitions are weak: what the program defines itself wins. What a harness cannot repeat (contents of
//! uninitialised memory, choices inside of library functions other than failing allocations, arguments of `main`) is
//! listed in its head: contents of memory-mapped ranges and values of volatile reads, too.

use crate::Context;
use crate::trace::{Input, Trace};
use pm_base::num::FloatFormat;
use pm_engine::Counterexample;
use pm_interp::Outcome;
use pm_ir::{FuncId, InstKind, Ty};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Allocation functions whose failure is repeated by `-Wl,--wrap`.
const WRAPPED: &[(&str, &str, &str)] =
    &[("malloc", "size_t n", "n"), ("calloc", "size_t m, size_t n", "m, n"), ("realloc", "void *p, size_t n", "p, n")];

/// What a harness must know beside the trace.
pub struct Harness<'a> {
    pub ctx: Context<'a>,
    pub trace: &'a Trace,
    pub counterexample: &'a Counterexample,
    /// The program's files as given, for the head.
    pub files: &'a [String],
    /// The function where execution starts.
    pub entry: &'a str,
}

impl Harness<'_> {
    pub fn text(&self) -> String {
        let wraps = self.failing_allocations();
        let mut out = self.head(&wraps);
        out += SUPPORT_HEAD;
        self.queue(&mut out, &wraps);
        out += SUPPORT;
        self.functions(&mut out);
        for (name, params, args) in WRAPPED.iter().filter(|w| wraps.contains(&w.0)) {
            let _ = write!(
                out,
                "\n__attribute__((weak)) void *__real_{name}({params});\nvoid *__wrap_{name}({params}) {{\n    _Bool fails;\n    \
                 pm_next(\"{name}\", &fails, sizeof fails);\n    return fails ? 0 : __real_{name}({args});\n}}\n"
            );
        }
        self.entry(&mut out);
        out
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
        let _ = writeln!(
            out,
            "\n   gcc -g -fsanitize=undefined,address -fno-sanitize-recover=undefined{wrap} THIS_FILE {files}"
        );
        for line in self.limits(wraps) {
            let _ = writeln!(out, "   Not repeated: {}", comment(&line));
        }
        out + "*/\n"
    }

    /// What the counterexample needs and this program does not give.
    fn limits(&self, wraps: &[&str]) -> Vec<String> {
        let mut out = Vec::new();
        if !self.counterexample.contents.is_empty() {
            out.push("contents of uninitialised memory".to_string());
        }
        let entry_is_main = self.entry == "main";
        if !self.counterexample.mmio.is_empty() {
            out.push(
                "memory-mapped ranges: the program must be given other addresses, or run on its target".to_string(),
            );
        }
        for i in &self.trace.inputs {
            let name = self.ctx.names.name(i.source);
            let what = match i.model {
                Some(m) if m == self.ctx.program.entry && entry_is_main => format!("{name} = {} of main", i.text),
                Some(m) if m == self.ctx.program.entry => continue,
                Some(m) if wraps.contains(&self.ctx.func_name(m)) || is_allocation(self.ctx.func_name(m)) => continue,
                Some(m) => format!("choice {} inside of {}", i.text, self.ctx.func_name(m)),
                None if is_function_name(name) => continue,
                None => format!("{name} = {}", i.text),
            };
            if out.len() < 16 {
                out.push(what);
            }
        }
        out
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
            None => Some(self.ctx.names.name(input.source).to_string()).filter(|n| is_function_name(n)),
            Some(m) if m == self.ctx.program.entry => {
                (self.entry != "main").then(|| self.ctx.names.name(input.source).to_string())
            }
            Some(m) => wraps.contains(&self.ctx.func_name(m)).then(|| self.ctx.func_name(m).to_string()),
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
        for func in program.funcs.iter().filter(|f| !f.has_body() && !f.is_model) {
            let name = self.ctx.names.name(func.name);
            if !SUPPORT.contains(&format!(" {name}(")) {
                all.entry(name).or_insert(func.ret);
            }
        }
        for (name, ty) in all {
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

/// Values of volatile objects have names with blanks.
fn is_function_name(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn is_allocation(name: &str) -> bool {
    WRAPPED.iter().any(|w| w.0 == name)
}

fn c_type(ty: Ty) -> &'static str {
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
            FloatFormat::F32 => "float",
            FloatFormat::F64 => "double",
            FloatFormat::X87 => "long double",
            FloatFormat::F128 => "_Float128",
        },
        Ty::Ptr => "void *",
    }
}

/// Text that may stand in a comment.
fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace(['\n', '\r'], " ")
}

const SUPPORT_HEAD: &str = r#"
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

static void pm_assume(int holds) {
    if (!holds) {
        fprintf(stderr, "an assumption does not hold\n");
        exit(3);
    }
}

__attribute__((weak)) void __VERIFIER_assume(int c) { pm_assume(c); }
__attribute__((weak)) void __CPROVER_assume(_Bool c) { pm_assume(c); }
__attribute__((weak)) void __VERIFIER_assert(int c) { if (!c) pm_fail("__VERIFIER_assert"); }
__attribute__((weak)) void __CPROVER_assert(_Bool c, const char *text) { if (!c) pm_fail(text); }
__attribute__((weak)) void __CPROVER_precondition(_Bool c, const char *text) { if (!c) pm_fail(text); }
__attribute__((weak)) void __CPROVER_cover(_Bool c) { (void)c; }
__attribute__((weak)) void __CPROVER_input() {}
__attribute__((weak)) void __CPROVER_output() {}
__attribute__((weak)) void reach_error(void) { pm_fail("reach_error"); }
__attribute__((weak)) void __VERIFIER_error(void) { pm_fail("__VERIFIER_error"); }
"#;

#[cfg(test)]
mod tests {
    use super::*;

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

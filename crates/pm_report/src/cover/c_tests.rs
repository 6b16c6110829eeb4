//! The tests as C: a table of inputs and expected values a test, and one file of support that plays them back.
//!
//! The program itself is compiled as it is. What it asks for (nondeterministic functions, functions without a body) is defined by the support, weakly, so that
//! what the program defines itself wins. Where the table of inputs ends the test ends with exit code 0. Before each input, and at the end, the global
//! variables of the program are compared with what the interpreter saw; a difference ends the test with exit code 99. An error of the program
//! ends it with 98.
//! With Unity each test is a program of that framework: what would end the process comes back to the test function, which looks at the exit code.
//! Globals of internal linkage are named by their symbols: the Makefile makes them visible (`objcopy --globalize-symbol`); those that the linker does not find are not compared.

use super::Report;
use super::declarations::{declaration, scalar};
use crate::harness::{c_string, c_type};
use pm_cover::suite::{End, Test, leaves, watched_globals};
use pm_cover::{Referee, judge};
use pm_ir::coverage::{InputValue, Parameter};
use pm_ir::{GlobalId, InstKind, Stub, Ty};
use pm_types::TypeKind;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Functions that are errors of a program, and the exit code of a test that ends in one.
const ERRORS: [&str; 2] = ["reach_error", "__VERIFIER_error"];
pub const ERROR: u8 = 98;
/// That of a test that fails.
pub const FAILED: i32 = 99;

/// How the program is started and built.
#[derive(Clone)]
pub struct Setup {
    /// The program's files, as the Makefile names them.
    pub files: Vec<String>,
    /// Flags of the compiler: include directories, macros, machine.
    pub flags: Vec<String>,
    pub entry: String,
    /// It is a step function.
    pub is_step: bool,
    pub init: Option<String>,
    /// Tests of the Unity framework, a program each.
    pub is_unity: bool,
}

pub struct Writer<'a> {
    pub report: &'a Report<'a>,
    pub referee: &'a Referee<'a>,
    pub setup: &'a Setup,
}

/// A part of a global that tests compare.
struct Leaf {
    global: GlobalId,
    at: u64,
    size: u64,
}

impl Writer<'_> {
    /// Names and texts.
    pub fn files(&self) -> Vec<(String, String)> {
        let leaves = self.compared();
        let mut out = vec![("support.c".to_string(), self.support(&leaves)), ("Makefile".to_string(), self.makefile())];
        for (i, test) in self.report.suite.tests.iter().enumerate() {
            out.push((format!("{}.c", name(i)), self.test(i, test, &leaves)));
        }
        out
    }

    /// What some test expects to change.
    fn compared(&self) -> Vec<Leaf> {
        const MOST: usize = 4096;
        let program = self.referee.program;
        let mentioned =
            self.report.suite.tests.iter().flat_map(|t| &t.expected).flat_map(|e| &e.globals).map(|(g, _)| *g);
        let mut globals: BTreeSet<GlobalId> = mentioned.collect();
        let watched = watched_globals(program);
        globals.retain(|g| watched.contains(g) && !program.coverage.inputs.iter().any(|(input, _)| input == g));
        let of = |global: GlobalId| {
            let all = leaves(program, program.globals[global].cty.ty).into_iter();
            all.map(move |l| Leaf { global, at: l.at, size: l.size }).filter(|l| (1..=16).contains(&l.size))
        };
        globals.into_iter().flat_map(of).take(MOST).collect()
    }

    fn global_name(&self, id: GlobalId) -> &str {
        self.report.ctx.names.name(self.referee.program.globals[id].name)
    }

    // ---- a test ---------------------------------------------------------------------------------------------------

    fn test(&self, number: usize, test: &Test, leaves: &[Leaf]) -> String {
        let mut out = format!("/* Test {} of {}. It covers:\n", number + 1, self.report.suite.tests.len());
        for goal in test.goals.iter().map(|g| &self.report.goals.all[*g]) {
            let place = self.report.ctx.place(goal.span);
            let _ = writeln!(out, "     {} {} {}", goal.id, comment(&place), comment(&goal.text));
        }
        out += "*/\n#include \"support.h\"\n\n";
        self.initial(&mut out, test);
        out += "const struct pm_input pm_inputs[] = {\n";
        for (source, ty, value) in test.vector.inputs.iter().filter(|i| !self.referee.is_left(i.0)) {
            let (lo, hi) = (*value as u64, (*value >> 64) as u64);
            let shown = comment(&shown(*ty, *value));
            let name = self.report.ctx.names.name(*source);
            let _ = writeln!(out, "    {{\"{name}\", {{0x{lo:x}ull, 0x{hi:x}ull}}}}, /* {shown} */");
        }
        out += "    {0, {0, 0}}};\n\n";
        self.expectations(&mut out, test, leaves);
        if self.setup.is_unity {
            out += &unity_test(&name(number), test.end(self.referee.program));
        }
        out
    }

    /// Initial values of globals that are open.
    fn initial(&self, out: &mut String, test: &Test) {
        let open = self.referee.open_globals();
        let name = |g: &GlobalId| self.global_name(*g).to_string();
        for g in &open {
            let _ = writeln!(out, "extern char pm_initial_{0}[] __asm__(\"{0}\") __attribute__((weak));", name(g));
        }
        out.push_str("const struct pm_initial pm_initials[] = {\n");
        for (event, g) in open.iter().enumerate() {
            let bytes = test.vector.contents.iter().find(|(e, _)| *e == event as u64).map_or(&[][..], |(_, b)| b);
            let size = self.referee.program.globals[*g].size;
            let bytes = &bytes[..bytes.len().min(size as usize)];
            let _ = writeln!(out, "    {{pm_initial_{}, {size}, {}, {}}},", name(g), c_string(bytes), bytes.len());
        }
        out.push_str("    {0, 0, 0, 0}};\n\n");
    }

    /// Changes only: what a leaf holds before the first input that follows.
    fn expectations(&self, out: &mut String, test: &Test, leaves: &[Leaf]) {
        let mut known: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
        out.push_str("const struct pm_change pm_changes[] = {\n");
        let is_left = |i: usize| test.vector.inputs.get(i).is_some_and(|input| self.referee.is_left(input.0));
        let mut before = 0;
        for (i, expected) in test.expected.iter().enumerate() {
            for (place, leaf) in leaves.iter().enumerate() {
                let Some((_, bytes)) = expected.globals.iter().find(|(g, _)| *g == leaf.global) else { continue };
                let (from, to) = (leaf.at as usize, (leaf.at + leaf.size) as usize);
                let Some(new) = bytes.get(from..to) else { continue };
                if known.get(&place).is_none_or(|old| old != new) {
                    known.insert(place, new.to_vec());
                    let mut wide = [0; 16];
                    wide[..new.len()].copy_from_slice(new);
                    let wide = u128::from_le_bytes(wide);
                    let _ = writeln!(
                        out,
                        "    {{{before}, {place}, {{0x{:x}ull, 0x{:x}ull}}}},",
                        wide as u64,
                        (wide >> 64) as u64
                    );
                }
            }
            before += usize::from(!is_left(i));
        }
        out.push_str("    {-1u, 0, {0, 0}}};\n");
    }

    // ---- support --------------------------------------------------------------------------------------------------

    fn support(&self, leaves: &[Leaf]) -> String {
        let mut out =
            String::from("/* Plays a test of Proofmark back. */\n#define _GNU_SOURCE\n#include \"support.h\"\n");
        if self.setup.is_unity {
            out += "#define PM_UNITY\n#include \"unity.h\"\n";
        }
        let globals: BTreeSet<GlobalId> = leaves.iter().map(|l| l.global).collect();
        for g in &globals {
            let _ = writeln!(
                out,
                "extern char pm_global_{0}[] __asm__(\"{0}\") __attribute__((weak));",
                self.global_name(*g)
            );
        }
        out += "static const struct { const char *name; char *object; unsigned at, size; } pm_leaves[] = {\n";
        for l in leaves {
            let name = self.global_name(l.global);
            let _ = writeln!(out, "    {{\"{name}\", pm_global_{name}, {}, {}}},", l.at, l.size);
        }
        out += "    {0, 0, 0, 0}};\n";
        out += SUPPORT;
        let weak = if self.referee.errors_end { "" } else { "PM_WEAK " };
        ERRORS.iter().for_each(|name| _ = writeln!(out, "{weak}void {name}(void) {{ pm_stop({ERROR}); }}"));
        self.functions(&mut out);
        if self.setup.entry != "main" || self.setup.is_step {
            self.main(&mut out);
        }
        out
    }

    /// What the program asks for.
    fn functions(&self, out: &mut String) {
        let program = self.referee.program;
        let mut all: BTreeMap<&str, Option<Ty>> = BTreeMap::new();
        for func in program.funcs.iter().filter(|f| !f.is_model) {
            for inst in func.blocks.iter().flat_map(|b| &b.insts) {
                if let InstKind::Nondet { ty, source, .. } = &inst.kind {
                    let name = self.report.ctx.names.name(*source);
                    if judge::is_nondet(name) {
                        all.insert(name, Some(*ty));
                    }
                }
            }
        }
        for func in program.funcs.iter().filter(|f| f.stub == Stub::Function) {
            all.entry(self.report.ctx.names.name(func.name)).or_insert(func.ret);
        }
        for (name, ty) in all.iter().filter(|(name, _)| !SUPPORT.contains(&format!(" {name}("))) {
            let _ = match ty {
                Some(ty) => {
                    let c = c_type(*ty);
                    writeln!(out, "PM_WEAK {c} {name}() {{ {c} v; pm_next(\"{name}\", &v, sizeof v); return v; }}")
                }
                None => writeln!(out, "PM_WEAK void {name}() {{}}"),
            };
        }
    }

    /// Calls the function that is tested.
    fn main(&self, out: &mut String) {
        let Setup { entry, init, is_step, .. } = self.setup;
        let program = self.referee.program;
        let names = self.report.ctx.names;
        let Some(func) = program.funcs.iter().find(|f| names.name(f.name) == entry && f.has_body()) else { return };
        let coverage = &program.coverage;
        let is_value = |p: &Parameter| p.object.is_none() && matches!(program.types.kind(p.ty), TypeKind::Record(_));
        let mut types: Vec<String> = Vec::new();
        for (i, p) in coverage.parameters.iter().enumerate() {
            let size = program.types.size_of(p.ty).unwrap_or(0);
            if is_value(p) {
                let _ = writeln!(out, "typedef {};", declaration(program, p.ty, &format!("pm_type{i}")));
                let _ = writeln!(out, "_Static_assert(sizeof(pm_type{i}) == {size}, \"another layout\");");
            }
            types.push(if is_value(p) { format!("pm_type{i}") } else { scalar(program, p.ty).to_string() });
        }
        for g in coverage.parameters.iter().filter_map(|p| p.object) {
            let (name, g) = (self.global_name(g), &program.globals[g]);
            let _ = writeln!(out, "char {name}[{}] __attribute__((aligned({})));", g.size, g.align.max(1));
        }
        let list = if types.is_empty() { "void".to_string() } else { types.join(", ") };
        // Of a structure that is returned nothing is looked at, but who calls must have room for it.
        if let Some(ty) = coverage.returned {
            let _ = writeln!(out, "typedef {};", declaration(program, ty, "pm_returned"));
        }
        let plain = func.ret.map_or("void", c_type);
        let ret = if coverage.returned.is_some() { "pm_returned" } else { plain };
        let _ = writeln!(out, "\n{ret} {entry}({list});");
        if let Some(init) = init {
            let pointers = vec!["void *"; coverage.prepared.len()].join(", ");
            let _ = writeln!(out, "void {init}({pointers});");
        }
        for (g, _) in &coverage.inputs {
            let name = self.global_name(*g);
            let _ = writeln!(out, "extern char pm_input_{name}[] __asm__(\"{name}\");");
        }
        let main = if self.setup.is_unity { "pm_program_main" } else { "main" };
        let _ = writeln!(out, "\nint {main}(void) {{");
        if let Some(init) = init {
            let prepared: Vec<&str> = coverage.prepared.iter().map(|o| self.global_name(*o)).collect();
            let _ = writeln!(out, "    {init}({});", prepared.join(", "));
        }
        out.push_str(if *is_step { "    for (;;) {\n" } else { "    {\n" });
        for (g, values) in &coverage.inputs {
            self.values(out, &format!("pm_input_{}", self.global_name(*g)), values);
        }
        let mut args: Vec<String> = Vec::new();
        for (i, (p, ty)) in coverage.parameters.iter().zip(&types).enumerate() {
            if let Some(object) = p.object {
                self.values(out, self.global_name(object), &p.values);
                args.push(self.global_name(object).to_string());
                continue;
            }
            let _ = writeln!(out, "        {ty} a{i};\n        memset(&a{i}, 0, sizeof a{i});");
            if is_value(p) {
                self.values(out, &format!("(char *)&a{i}"), &p.values);
            } else {
                let name = if p.name.is_empty() { "nondet" } else { &p.name };
                let _ = writeln!(out, "        pm_next(\"{name}\", &a{i}, sizeof a{i});");
            }
            args.push(format!("a{i}"));
        }
        let _ = writeln!(out, "        {entry}({});\n    }}\n    return 0;\n}}", args.join(", "));
    }

    /// Asks for the values in an object.
    fn values(&self, out: &mut String, object: &str, values: &[InputValue]) {
        for v in values {
            let (name, at) = (self.report.ctx.names.name(v.source), v.at);
            let _ = writeln!(out, "        pm_next(\"{name}\", {object} + {at}, sizeof({}));", c_type(v.ty));
        }
    }

    // ---- Makefile -------------------------------------------------------------------------------------------------

    fn makefile(&self) -> String {
        let program = self.referee.program;
        let watched = watched_globals(program);
        let mut names: BTreeSet<&str> = watched.iter().map(|g| self.global_name(*g)).collect();
        names.extend(self.referee.open_globals().iter().map(|g| self.global_name(*g)));
        let mut visible: Vec<String> = names.iter().map(|n| format!("--globalize-symbol={n}")).collect();
        if self.referee.errors_end {
            // What the support does there counts.
            visible.extend(ERRORS.map(|name| format!("--weaken-symbol={name}")));
        }
        if self.setup.is_unity {
            let own = ["main=pm_program_main", "exit=pm_program_exit"];
            visible.extend(own.map(|pair| format!("--redefine-sym {pair}")));
        }
        let objects: Vec<String> = (0..self.setup.files.len()).map(|i| format!("program{i}.o")).collect();
        let tests: Vec<String> = (0..self.report.suite.tests.len()).map(name).collect();
        let exits: Vec<String> = self
            .report
            .suite
            .tests
            .iter()
            .enumerate()
            .map(|(i, t)| match t.end(program) {
                End::Label => format!("{}:any", name(i)),
                End::Error => format!("{}:{ERROR}", name(i)),
                End::Exit(code) => format!("{}:{code}", name(i)),
            })
            .collect();
        let mut out = String::from(
            "# Builds and runs the tests: `make check`. COVERAGE holds flags for the program alone, e.g. --coverage.\n",
        );
        let _ = writeln!(
            out,
            "CC = cc\nCFLAGS = -g -O0 -Wno-implicit-function-declaration{}{}\nFLAGS = {}\nCOVERAGE =\nLDLIBS = -lm",
            // All of a test is for the machine of the program.
            if self.setup.flags.iter().any(|f| f == "-m32") { " -m32" } else { "" },
            if self.setup.is_unity { " -I$(UNITY)" } else { "" },
            self.setup.flags.join(" ")
        );
        if self.setup.is_unity {
            out += "# Where unity.c and unity.h are (https://www.throwtheswitch.org/unity): `make check UNITY=...`.\nUNITY = unity\n";
        }
        let _ = writeln!(out, "VISIBLE = {}\n", visible.join(" "));
        let _ = writeln!(out, "TESTS = {}\nEXITS = {}\n\nall: $(TESTS)\n", tests.join(" "), exits.join(" "));
        for (object, file) in objects.iter().zip(&self.setup.files) {
            let _ = writeln!(
                out,
                "{object}: {file}\n\t$(CC) $(CFLAGS) $(FLAGS) $(COVERAGE) -c -o $@ $<\n\t$(if $(VISIBLE),objcopy $(VISIBLE) $@)\n"
            );
        }
        let _ = writeln!(
            out,
            "support.o test_%.o: %.c support.h\n\nsupport.o: support.c support.h\n\t$(CC) $(CFLAGS) -w -c -o $@ support.c\n"
        );
        let _ = writeln!(out, "test_%.o: test_%.c support.h\n\t$(CC) $(CFLAGS) -w -c -o $@ $<\n");
        let mut objects = objects.join(" ");
        if self.setup.is_unity {
            objects += " unity.o";
            out += "unity.o: $(UNITY)/unity.c\n\t$(CC) $(CFLAGS) -c -o $@ $<\n\n";
        }
        let _ =
            writeln!(out, "test_%: test_%.o support.o {objects}\n\t$(CC) $(CFLAGS) $(COVERAGE) -o $@ $^ $(LDLIBS)\n");
        if self.setup.is_unity {
            out += "check: all\n\t@failed=0; for test in $(TESTS); do ./$$test </dev/null || failed=1; done; [ $$failed -eq 0 ]\n\n";
            return out.replace("support.o test_%.o: %.c support.h\n\n", "") + CLEAN;
        }
        out += "check: all\n\t@failed=0; for pair in $(EXITS); do ./$${pair%:*} >/dev/null </dev/null; code=$$?; \\\n";
        out += "\tcase $${pair#*:} in any) [ $$code -ne 99 ];; *) [ $$code -eq $${pair#*:} ];; esac || { echo \"$${pair%:*}: exit code $$code, expected $${pair#*:}\"; failed=1; }; done; \\\n";
        out += "\t[ $$failed -eq 0 ] && echo \"$(words $(TESTS)) tests passed\"\n\n";
        out.replace("support.o test_%.o: %.c support.h\n\n", "") + CLEAN
    }
}

const CLEAN: &str = "clean:\n\trm -f *.o $(TESTS) *.gcda *.gcno *.profraw\n\n.PHONY: all check clean\n.SECONDARY:\n";

/// The test function, and the program that runs it.
fn unity_test(name: &str, end: End) -> String {
    let check = match end {
        End::Label => "pm_play();".to_string(),
        End::Error => format!("TEST_ASSERT_EQUAL_INT_MESSAGE({ERROR}, pm_play(), \"the program comes to its error\");"),
        End::Exit(code) => format!("TEST_ASSERT_EQUAL_INT_MESSAGE({code}, pm_play(), \"exit code of the program\");"),
    };
    format!(
        "\n#include \"unity.h\"\n\nint pm_play(void);\nvoid setUp(void) {{}}\nvoid tearDown(void) {{}}\n\nvoid {name}(void) {{\n    {check}\n}}\n\n\
         int main(void) {{\n    UNITY_BEGIN();\n    RUN_TEST({name});\n    return UNITY_END();\n}}\n"
    )
}

/// What all tests share.
pub const SUPPORT_H: &str = r#"/* A test of Proofmark: inputs in the order in which the program asks for them, and what is expected. */
#include <stddef.h>

struct pm_input {
    const char *name;
    unsigned long long bits[2];
};

/* A global variable that has another value when the program begins. */
struct pm_initial {
    char *object;
    size_t size;
    const char *bytes;
    size_t count;
};

/* From this input on (by number), a part of a global variable has this value. */
struct pm_change {
    unsigned before;
    unsigned leaf;
    unsigned long long bits[2];
};

extern const struct pm_input pm_inputs[];
extern const struct pm_initial pm_initials[];
extern const struct pm_change pm_changes[];
"#;

const SUPPORT: &str = r#"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PM_WEAK __attribute__((weak))

static unsigned pm_at, pm_changed;
static int pm_over;
static struct { unsigned char bytes[16]; int known; } pm_expected[sizeof pm_leaves / sizeof *pm_leaves];

static void pm_fail(const char *what, const char *name) {
    static char text[300];
    snprintf(text, sizeof text, "failed before input %u: %s %s", pm_at, what, name);
#ifdef PM_UNITY
    TEST_FAIL_MESSAGE(text);
#else
    fprintf(stderr, "%s\n", text);
    _exit(99);
#endif
}

static void pm_stop(int code);

static void pm_compare(void) {
    for (; pm_changes[pm_changed].before <= pm_at; pm_changed++) {
        const struct pm_change *c = &pm_changes[pm_changed];
        memcpy(pm_expected[c->leaf].bytes, c->bits, 16);
        pm_expected[c->leaf].known = 1;
    }
    for (unsigned i = 0; pm_leaves[i].name; i++)
        if (pm_expected[i].known && pm_leaves[i].object
            && memcmp(pm_leaves[i].object + pm_leaves[i].at, pm_expected[i].bytes, pm_leaves[i].size) != 0)
            pm_fail("another value in", pm_leaves[i].name);
}

static void pm_next(const char *name, void *to, size_t size) {
    const struct pm_input *input = &pm_inputs[pm_at];
    pm_compare();
    if (!input->name)
        pm_stop(0);
    if (strcmp(input->name, name) != 0)
        pm_fail("the program asks for another input:", name);
    pm_at++;
    memset(to, 0, size);
    memcpy(to, input->bits, size < 16 ? size : 16);
}

static void pm_end(int code, void *unused) {
    (void)code, (void)unused;
    if (pm_over)
        return;
    if (pm_inputs[pm_at].name)
        pm_fail("the program ends too early, without", pm_inputs[pm_at].name);
    pm_compare();
}

#ifdef PM_UNITY
#include <setjmp.h>
static jmp_buf pm_back;
static int pm_result;

static void pm_stop(int code) {
    pm_over = 1;
    pm_result = code & 255;
    longjmp(pm_back, 1);
}

void pm_program_exit(int code) {
    pm_end(code, 0);
    pm_stop(code);
}

int pm_program_main();

/* Runs the program with the inputs of the test: its exit code. */
int pm_play(void) {
    static char *arguments[] = {"program", 0};
    if (setjmp(pm_back) == 0)
        pm_program_exit(pm_program_main(1, arguments, arguments + 1));
    return pm_result;
}
#else
static void pm_stop(int code) {
    pm_over = 1;
    exit(code);
}
#endif

/* An abort, so that what was counted is written. */
static void pm_abort(int signal) {
    (void)signal;
    if (pm_inputs[pm_at].name)
        pm_fail("the program aborts too early, without", pm_inputs[pm_at].name);
    pm_stop(134);
}

__attribute__((constructor)) static void pm_begin(void) {
#ifndef PM_UNITY
    on_exit(pm_end, 0);
#endif
    signal(SIGABRT, pm_abort);
    for (const struct pm_initial *g = pm_initials; g->size; g++)
        if (g->object) {
            memset(g->object, 0, g->size);
            memcpy(g->object, g->bytes, g->count);
        }
}

static void pm_assume(int holds) {
    if (!holds)
        pm_fail("an assumption does not hold", "");
}

PM_WEAK void __VERIFIER_assume(int c) { pm_assume(c); }
PM_WEAK void __CPROVER_assume(_Bool c) { pm_assume(c); }
PM_WEAK void __VERIFIER_assert(int c) { if (!c) pm_fail("an assertion fails", ""); }
PM_WEAK void __CPROVER_assert(_Bool c, const char *text) { if (!c) pm_fail("an assertion fails:", text); }
PM_WEAK void __CPROVER_cover(_Bool c) { (void)c; }
PM_WEAK void __CPROVER_input() {}
PM_WEAK void __CPROVER_output() {}

"#;

/// `test_001`
pub fn name(test: usize) -> String {
    format!("test_{:03}", test + 1)
}

fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *")
}

/// A value for people.
pub fn shown(ty: Ty, bits: u128) -> String {
    match ty {
        Ty::Int(f) if f.signed => f.to_i128(bits).to_string(),
        Ty::Int(f) => f.wrap(bits).to_string(),
        Ty::Float(f) => crate::values::float(f, bits),
        Ty::Ptr => format!("{bits:#x}"),
    }
}

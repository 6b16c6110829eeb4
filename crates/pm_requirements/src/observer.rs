//! Observers as C: a function for each requirement, called at the end of each cycle with the values of its expressions.
//!
//! Each is made of two automata. That of the scope says whether this cycle lies inside, and whether the scope ends with it; that of the pattern
//! begins anew where a scope begins, and says of each cycle inside whether something is due in it (`due`), and fails (`fails`). The assertion is reached in
//! cycles in which something is due: where it never is, the requirement is vacuous, and what finds assertions that are never reached says so.
//! Where only the end of the scope decides, both are kept until then.
//!
//! For test vectors (`proofmark cover`) an observer also tells of cycles in which the requirement holds and a program that does otherwise in that cycle would violate
//! it (`__CPROVER_cover`): something is due, and there is no later cycle for it (`last`).

use crate::language::{Pattern, PlaceKind, Requirement, Requirements, Scope};
use pm_ir::{OBSERVE, OBSERVER_STATE as STATE};
use std::fmt::Write;

/// The unit that defines the observers of all requirements.
pub fn observers(reqs: &Requirements, covers: bool, line_of: impl Fn(&Requirement) -> u32) -> String {
    let mut out = String::new();
    for (place, p) in reqs.places.iter().enumerate() {
        let what = if p.kind == PlaceKind::Return { "call" } else { "cycle" };
        let _ = write!(out, "static _Bool {STATE}{place}__begun; /* a {what} has ended */ ");
        let _ = writeln!(out, "_Bool __pm_begun_{place}(void) {{ return {STATE}{place}__begun; }}");
        let _ = writeln!(out, "void __pm_begin_{place}(void) {{ {STATE}{place}__begun = 1; }}");
    }
    for req in &reqs.list {
        // All of it is at the requirement's line.
        let _ = writeln!(out, "# {} \"{}\"\n{}", line_of(req), reqs.file, Writer::new(req, covers).function());
    }
    out
}

/// `void __pm_observe_x(_Bool trigger, _Bool response)`
pub(crate) fn prototype(req: &Requirement) -> String {
    let params: Vec<String> = roles(req).iter().map(|name| format!("_Bool {name}")).collect();
    format!("void {OBSERVE}{}({})", req.name, params.join(", "))
}

/// What the values that an observer is told are called.
fn roles(req: &Requirement) -> Vec<&'static str> {
    let mut out = match req.scope {
        Scope::Globally => vec![],
        Scope::Before(_) => vec!["end"],
        Scope::After(_) => vec!["begin"],
        Scope::Between(..) | Scope::AfterUntil(..) => vec!["begin", "end"],
    };
    out.extend(match req.pattern {
        Pattern::Never(_) | Pattern::Always(_) | Pattern::Eventually(..) => vec!["condition"],
        Pattern::Precedes(..) => vec!["first", "second"],
        Pattern::Responds(..) => vec!["trigger", "response"],
        Pattern::Holds(..) => vec!["trigger", "held"],
        Pattern::Until(..) => vec!["trigger", "held", "release"],
    });
    out
}

struct Writer<'r> {
    req: &'r Requirement,
    covers: bool,
    /// Names and types of the objects that hold its state.
    state: Vec<(&'static str, &'static str)>,
}

/// A pattern's automaton.
struct Automaton {
    /// In a cycle of the scope.
    step: String,
    /// Something is open when the scope ends.
    open: &'static str,
    /// Objects that are zero when a scope begins.
    reset: Vec<&'static str>,
}

impl<'r> Writer<'r> {
    fn new(req: &'r Requirement, covers: bool) -> Self {
        Writer { req, covers, state: Vec::new() }
    }

    fn function(mut self) -> String {
        let automaton = self.pattern();
        let body =
            if self.req.scope.waits() { self.decided_at_end(automaton) } else { self.decided_at_once(automaton) };
        let mut out = String::new();
        for (name, ty) in &self.state {
            let _ = write!(out, "static {ty} {STATE}{}__{name}; ", self.req.name);
        }
        let last = if self.covers { ", last = 1" } else { "" };
        out += &format!("{} {{ _Bool due = 0, fails = 0{last}; {body} }}", prototype(self.req));
        // Short names in the templates below.
        for (name, _) in &self.state {
            out = out.replace(&format!("${name}"), &format!("{STATE}{}__{name}", self.req.name));
        }
        out
    }

    /// What is due may still come in a later cycle.
    fn early(&self, condition: &str) -> String {
        if self.covers { format!("if ({condition}) last = 0; ") } else { String::new() }
    }

    fn object(&mut self, name: &'static str, ty: &'static str) {
        self.state.push((name, ty));
    }

    /// A counter up to this number.
    fn counter(&mut self, name: &'static str, most: u32) {
        let ty = match most {
            0..=255 => "unsigned char",
            256..=65_535 => "unsigned short",
            _ => "unsigned int",
        };
        self.object(name, ty);
    }

    fn check(&self) -> String {
        let told =
            format!("__pm_requirement(!fails, \"{}\", \"requirement {}\");", self.req.name, escaped(&self.req.text));
        let kept = if self.covers { " __CPROVER_cover(!fails && last);" } else { "" };
        format!("if (due) {{ {told}{kept} }}")
    }

    /// Each cycle of the scope is decided when it ends.
    fn decided_at_once(&mut self, a: Automaton) -> String {
        let reset: String = a.reset.iter().map(|o| format!("${o} = 0; ")).collect();
        let (step, check) = (&a.step, self.check());
        match self.req.scope {
            Scope::After(_) => {
                self.object("inside", "_Bool");
                format!("if (begin) $inside = 1; if ($inside) {{ {step} }} {check}")
            }
            Scope::AfterUntil(..) => {
                self.object("inside", "_Bool");
                let open = a.open;
                format!(
                    "if (end) {{ if ($inside && ({open})) due = fails = 1; $inside = 0; }} \
                     else if (begin && !$inside) {{ $inside = 1; {reset} }} if ($inside) {{ {step} }} {check}"
                )
            }
            Scope::Globally | Scope::Before(_) | Scope::Between(..) => format!("{step} {check}"),
        }
    }

    /// What was due and failed in the scope counts when it ends.
    fn decided_at_end(&mut self, a: Automaton) -> String {
        self.object("due", "_Bool");
        self.object("failed", "_Bool");
        let reset: String = a.reset.iter().map(|o| format!("${o} = 0; ")).collect();
        let (step, check, open) = (&a.step, self.check(), a.open);
        // What has to happen before the end is due even if the scope has no cycle.
        let always_due = matches!(self.req.pattern, Pattern::Eventually(..));
        let again = if self.covers { " last = 1;" } else { "" };
        let judge = format!("due = {}; fails = $failed || ({open});{again}", if always_due { "1" } else { "$due" });
        let collect = format!("{step} if (due) $due = 1; if (fails) $failed = 1; due = fails = 0;");
        match self.req.scope {
            Scope::Before(_) => {
                self.object("over", "_Bool");
                format!("if (!$over) {{ if (end) {{ $over = 1; {judge} }} else {{ {collect} }} }} {check}")
            }
            _ => {
                self.object("inside", "_Bool");
                format!(
                    "if (end) {{ if ($inside) {{ {judge} }} $inside = 0; }} else {{ \
                     if (begin && !$inside) {{ $inside = 1; $due = 0; $failed = 0; {reset} }} if ($inside) {{ {collect} }} }} {check}"
                )
            }
        }
    }

    fn pattern(&mut self) -> Automaton {
        let own = &roles(self.req)[self.req.scope.exprs().len()..];
        let [p, q, r] = [0, 1, 2].map(|i| own.get(i).copied().unwrap_or(""));
        match self.req.pattern {
            Pattern::Never(_) => simple(format!("due = 1; fails = {p};")),
            Pattern::Always(_) => simple(format!("due = 1; fails = !{p};")),
            Pattern::Eventually(_, None) => {
                self.object("found", "_Bool");
                Automaton { step: format!("if ({p}) $found = 1;"), open: "!$found", reset: vec!["found"] }
            }
            Pattern::Eventually(_, Some(n)) => {
                self.object("found", "_Bool");
                self.counter("waited", n);
                let early = self.early(&format!("$waited < {n}"));
                let step = format!(
                    "if (!$found) {{ due = 1; {early}if ({p}) $found = 1; else if ($waited >= {n}) $found = fails = 1; else $waited++; }}"
                );
                Automaton { step, open: "!$found", reset: vec!["found", "waited"] }
            }
            Pattern::Precedes(..) => {
                self.object("seen", "_Bool");
                let step = format!("if ({p}) $seen = 1; due = {q}; fails = {q} && !$seen;");
                Automaton { step, open: "0", reset: vec!["seen"] }
            }
            Pattern::Responds(_, _, Some(0)) => simple(format!("due = {p}; fails = {p} && !{q};")),
            Pattern::Responds(_, _, Some(n)) => self.response(p, q, n),
            Pattern::Responds(_, _, None) => {
                self.object("waiting", "_Bool");
                let step = format!("if ({p}) $waiting = 1; due = $waiting; if ({q}) $waiting = 0;");
                Automaton { step, open: "$waiting", reset: vec!["waiting"] }
            }
            Pattern::Holds(_, _, n) => {
                self.counter("left", n);
                let step = format!("if ({p}) $left = {n}; if ($left) {{ due = 1; fails = !{q}; $left--; }}");
                Automaton { step, open: "0", reset: vec!["left"] }
            }
            Pattern::Until(..) => {
                self.object("holds", "_Bool");
                let step = format!(
                    "if ({p}) $holds = 1; if ($holds) {{ due = 1; if ({r}) $holds = 0; else if (!{q}) {{ fails = 1; $holds = 0; }} }}"
                );
                Automaton { step, open: "0", reset: vec!["holds"] }
            }
        }
    }

    /// The oldest question without answer has the first deadline, and one answer is for all: one counter is enough.
    fn response(&mut self, p: &str, q: &str, n: u32) -> Automaton {
        self.counter("waiting", n + 1);
        let early = self.early(&format!("$waiting <= {}", n - 1));
        let step = format!(
            "{early}if ({q}) {{ due = {p} || $waiting; $waiting = 0; }} else if ({p} || $waiting) {{ \
             due = 1; if ($waiting > {last}) {{ fails = 1; $waiting = 0; }} else $waiting++; }}",
            last = n - 1
        );
        Automaton { step, open: "$waiting", reset: vec!["waiting"] }
    }
}

fn simple(step: String) -> Automaton {
    Automaton { step, open: "0", reset: Vec::new() }
}

/// As the inside of a string literal.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

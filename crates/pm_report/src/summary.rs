//! The report on a terminal: a line a property, what the verdict rests on, and the closing line.

use crate::Context;
use crate::findings::{BoundFinding, Finding, Findings, Overall, Place, StubFinding, Verdict, WORDS};
use pm_engine::{Counterexample, Limit, UnknownReason};
use pm_ir::{PropId, PropertyKind};
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// Values of a counterexample that are listed in short.
const SHOWN_INPUTS: usize = 12;
/// Call sites that are listed for a function without body.
const SHOWN_SITES: usize = 5;
/// Volatile objects that are listed.
const SHOWN_OBJECTS: usize = 16;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Detail {
    /// Violations, what is open, and the closing line.
    Quiet,
    #[default]
    Normal,
    /// Also who decided each property, and the properties of library models.
    Verbose,
}

/// How a summary is written.
#[derive(Clone, Copy)]
pub struct Summary<'a> {
    pub findings: &'a Findings,
    pub detail: Detail,
    /// Traces are shown, or a harness is written: the user knows of them.
    pub shows_evidence: bool,
    /// Where the time went, for those who ran out of it and those who ask.
    pub cost: &'a str,
}

/// A violation, when it is found.
pub fn violation_line(ctx: Context<'_>, prop: PropId, c: &Counterexample) -> String {
    let (p, site) = (&ctx.program.props[prop], ctx.violation_site(prop, &c.outcome));
    format!("[{}] {} {}: FAILURE\n", p.id, ctx.place(site.span), p.text)
}

impl Summary<'_> {
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.listing(&mut out);
        self.unwinding_assertions(&mut out);
        // No success without what it rests on.
        if self.detail == Detail::Quiet && self.findings.overall == Overall::Successful {
            self.missing_bodies(&mut out);
            self.switched_off(&mut out);
        }
        if self.detail != Detail::Quiet {
            self.cut_loops(&mut out);
            self.stopped(&mut out);
            out += self.cost;
            self.missing_bodies(&mut out);
            self.approximations(&mut out);
            self.switched_off(&mut out);
            self.volatile_objects(&mut out);
            self.blocking(&mut out);
            self.counts(&mut out);
            self.audit(&mut out);
            self.hints(&mut out);
        }
        let _ = writeln!(out, "{}", self.findings.closing_line());
        out
    }

    // ---- properties -----------------------------------------------------------------------------------------------

    fn is_listed(&self, f: &Finding) -> bool {
        let settled = matches!(f.verdict, Verdict::Proved { .. } | Verdict::Unreachable { .. });
        match self.detail {
            Detail::Verbose => true,
            Detail::Normal => !settled || !f.in_model && !f.is_uncalled,
            // What --stop-on-fail left is no news.
            Detail::Quiet => {
                let left_over = matches!(&f.verdict, Verdict::Unknown { why: UnknownReason::NotChecked, .. });
                let hidden = left_over && self.findings.overall == Overall::Failed;
                !settled && !hidden
            }
        }
    }

    fn listing(&self, out: &mut String) {
        let listed = self.findings.properties.iter().filter(|f| self.is_listed(f));
        grouped(
            out,
            listed,
            |f| &f.place,
            |out, f| {
                let Finding { id, text, place, verdict, .. } = f;
                let _ = writeln!(out, "[{id}] line {} {text}: {}{}", place.line, verdict.word(), self.explanation(f));
                if let Verdict::Violated { because, inputs } = verdict {
                    violation(out, because.as_deref(), inputs);
                }
            },
        );
    }

    fn explanation(&self, f: &Finding) -> String {
        let is_vacuous =
            f.class == PropertyKind::Requirement.name() && matches!(f.verdict, Verdict::Unreachable { .. });
        let by = match &f.verdict {
            _ if is_vacuous => Some("vacuous: nothing is ever due".into()),
            Verdict::Proved { by } | Verdict::Unreachable { by } if self.detail == Detail::Verbose => {
                match (&self.findings.audit, f.reached_in) {
                    (Some(audit), Some(n)) => Some(format!("by {by}; reached in {n} of {} runs", audit.runs)),
                    _ => Some(format!("by {by}")),
                }
            }
            verdict => verdict.remark(),
        };
        by.map_or(String::new(), |text| format!(" ({text})"))
    }

    fn unwinding_assertions(&self, out: &mut String) {
        let listed = self.findings.unwinding.iter().filter(|u| self.detail != Detail::Quiet || !u.is_enough);
        grouped(
            out,
            listed,
            |u| &u.place,
            |out, u| {
                let BoundFinding { id, text, place, reason, .. } = u;
                let word = reason.as_ref().map_or("SUCCESS".into(), |r| format!("UNKNOWN ({r})"));
                let _ = writeln!(out, "[{id}] line {} {text}: {word}", place.line);
            },
        );
    }

    // ---- what the verdict rests on --------------------------------------------------------------------------------

    fn cut_loops(&self, out: &mut String) {
        if self.findings.open_loops.is_empty() {
            return;
        }
        out.push_str("Loops that can go on beyond their bound:\n");
        for l in &self.findings.open_loops {
            let unit = if l.is_recursion { "calls deep" } else { "iterations" };
            let _ = writeln!(out, "  {} ({}): {} {unit} were executed", l.name, l.place, l.count);
        }
        out.push('\n');
    }

    /// Limits that ended the run or cut paths.
    fn stopped(&self, out: &mut String) {
        if let Some(depth) = self.findings.longest_path {
            let _ = writeln!(out, "Paths of more than {depth} instructions were cut.\n");
        }
        if let Some(reason) = &self.findings.stopped {
            let _ = writeln!(out, "Stopped before the end: {reason}\n");
        }
    }

    fn missing_bodies(&self, out: &mut String) {
        let (writing, pure): (Vec<_>, Vec<_>) = self.findings.stubs.iter().partition(|s| s.writes);
        let writes =
            "a call returns any value and writes anything to what its pointers give it and to globals that it can see";
        stub_list(out, writes, &writing);
        if !writing.is_empty() {
            out.push_str(
                "  They free nothing, call nothing back and keep no pointers. --stub-pure NAME: it writes nothing.\n\n",
            );
        }
        stub_list(out, "a call returns any value and changes nothing else", &pure);
        if !pure.is_empty() {
            out.push('\n');
        }
    }

    fn approximations(&self, out: &mut String) {
        if !self.findings.approximations.is_empty() {
            out.push_str("Approximations (the result is any value of the function's range):\n");
            let _ = writeln!(out, "  {}\n", self.findings.approximations.join(", "));
        }
    }

    fn switched_off(&self, out: &mut String) {
        let all = &self.findings.switched_off;
        if all.is_empty() {
            return;
        }
        out.push_str(
            "Checks that the source switches off (#pragma CPROVER check disable), of which nothing is said there:\n",
        );
        all.iter().for_each(|(name, place)| _ = writeln!(out, "  {name}, from {place} on"));
        out.push('\n');
    }

    fn volatile_objects(&self, out: &mut String) {
        let all = &self.findings.volatile;
        if all.is_empty() {
            return;
        }
        out.push_str(
            "Volatile objects that only the program's own code changes (--nondet-volatile NAME: hardware changes it, too):\n",
        );
        for (name, place) in all.iter().take(SHOWN_OBJECTS) {
            let _ = writeln!(out, "  {name} at {place}");
        }
        if all.len() > SHOWN_OBJECTS {
            let _ = writeln!(out, "  and {} more", all.len() - SHOWN_OBJECTS);
        }
        out.push('\n');
    }

    fn blocking(&self, out: &mut String) {
        if !self.findings.blocking.is_empty() {
            out.push_str("Assumptions that no execution passes (nothing after them is checked):\n");
            for place in &self.findings.blocking {
                let _ = writeln!(out, "  {place}");
            }
            out.push('\n');
        }
    }

    fn counts(&self, out: &mut String) {
        let properties = &self.findings.properties;
        let count = |word: &str| properties.iter().filter(|p| p.verdict.word() == word).count();
        let counts = WORDS.iter().map(|word| (word, count(word))).filter(|(_, n)| *n > 0);
        let parts: Vec<String> = counts.map(|(word, n)| format!("{n} {word}")).collect();
        let unit = if properties.len() == 1 { "property" } else { "properties" };
        let list = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
        let _ = writeln!(out, "{} {unit}{list}", properties.len());
        let uncalled: Vec<&Place> =
            properties.iter().filter(|p| p.is_uncalled && !p.in_model).map(|p| &p.place).collect();
        if !uncalled.is_empty() {
            let funcs: FxHashSet<_> = uncalled.iter().map(|p| (&p.file, &p.function)).collect();
            let (n, unit) = (funcs.len(), if funcs.len() == 1 { "function" } else { "functions" });
            let _ = writeln!(out, "{} of them UNREACHABLE in {n} {unit} that nobody calls", uncalled.len());
        }
    }

    /// What looked for violations of what is proved. An audit that ran as it should is told to those who ask.
    fn audit(&self, out: &mut String) {
        let Some(audit) = &self.findings.audit else { return };
        if audit.runs > 0 && audit.cut.is_none() && !audit.refutes && self.detail != Detail::Verbose {
            return;
        }
        if audit.runs == 0 && audit.cut.is_none() {
            out.push_str("Audit: none (--audit 0)\n");
            return;
        }
        let cut = audit.cut.as_ref().map_or(String::new(), |reason| format!(" before the end ({reason})"));
        let seen = if audit.refutes { "a run refutes a proof" } else { "none violates what is proved" };
        let _ = writeln!(
            out,
            "Audit: {} runs of the interpreter{cut}, {seen}; they come to {} of {} proved properties",
            audit.runs, audit.reached, audit.proved
        );
    }

    /// What helps against the limit that was met.
    fn remedy(&self, out: &mut String, limit: Limit) {
        let more = match limit {
            Limit::Time => "a larger --timeout gives more time",
            Limit::Memory => "a larger --memlimit gives more memory",
            _ => return,
        };
        let less = if self.findings.is_selected { "" } else { ", --property ID asks for less" };
        let _ = writeln!(out, "hint: {more}{less}");
    }

    fn hints(&self, out: &mut String) {
        let f = self.findings;
        if f.is_any(|v| matches!(v, Verdict::Violated { .. })) && !self.shows_evidence {
            out.push_str("hint: --trace shows how a failure comes about, --harness FILE.c writes it as a C program\n");
        }
        let is_bounded = f.is_any(|v| matches!(v, Verdict::HoldsUpTo { .. }));
        let limit = f.properties.iter().find_map(|p| match p.verdict {
            Verdict::Unknown { why: UnknownReason::Limit(limit @ (Limit::Time | Limit::Memory)), .. } => Some(limit),
            _ => None,
        });
        match limit.or(f.stopped.filter(|_| is_bounded)) {
            Some(limit) => self.remedy(out, limit),
            None if is_bounded => {
                out.push_str("hint: a larger --unwind or --unwind-max, or neither of them, goes deeper\n");
            }
            None => {}
        }
        if !f.properties.is_empty() && !f.is_any(|v| !matches!(v, Verdict::Unreachable { .. })) {
            out.push_str("hint: no property is reached by any execution: do the assumptions contradict each other?\n");
        }
        if !f.missing_ranges.is_empty() {
            let ranges = f.missing_ranges.iter().map(|(from, size)| format!(" --mmio {from:#x}:{size}"));
            let _ = writeln!(out, "hint: registers at fixed addresses:{}", ranges.collect::<String>());
        }
    }
}

/// Items under headings of their files and functions.
fn grouped<'a, T: 'a>(
    out: &mut String,
    items: impl Iterator<Item = &'a T>,
    place: impl Fn(&'a T) -> &'a Place,
    mut write: impl FnMut(&mut String, &'a T),
) {
    let mut group: Option<&Place> = None;
    for item in items {
        let here = place(item);
        if group.is_none_or(|g| (&g.file, &g.function) != (&here.file, &here.function)) {
            let gap = if group.is_some() { "\n" } else { "" };
            let _ = writeln!(out, "{gap}{} function {}", here.file, here.function);
            group = Some(here);
        }
        write(out, item);
    }
    if group.is_some() {
        out.push('\n');
    }
}

fn violation(out: &mut String, because: Option<&str>, inputs: &[String]) {
    if let Some(reason) = because {
        let _ = writeln!(out, "  because: {reason}");
    }
    if !inputs.is_empty() {
        let more = if inputs.len() > SHOWN_INPUTS { " ..." } else { "" };
        let _ = writeln!(out, "  inputs: {}{more}", inputs[..inputs.len().min(SHOWN_INPUTS)].join(", "));
    }
}

fn stub_list(out: &mut String, what: &str, stubs: &[&StubFinding]) {
    if !stubs.is_empty() {
        let _ = writeln!(out, "Functions without a body ({what}):");
    }
    for StubFinding { name, first, sites, .. } in stubs {
        let shown = match &sites[..sites.len().min(SHOWN_SITES)] {
            [] => first.clone(),
            sites => sites.join(", "),
        };
        let more = match sites.len().checked_sub(SHOWN_SITES) {
            None | Some(0) => String::new(),
            Some(n) => format!(" and {n} more"),
        };
        let _ = writeln!(out, "  {name} called at {shown}{more}");
    }
}

//! clang and llvm-cov: regions for statements, branch regions for conditions and labels, and MC/DC of decisions.
//!
//! llvm-cov's MC/DC is unique cause with what short circuits leave out as wildcards. So what it says of a condition is compared with the same formula
//! over the vectors that Proofmark's interpreter saw, whichever form was asked for.

use super::{Confirmation, Counted, Places, Position, compare, covered, files, make, output};
use pm_base::Span;
use pm_cover::goals::What;
use pm_cover::mcdc;
use pm_cover::suite::End;
use pm_ir::PropId;
use pm_ir::coverage::{Decision, Events, Formula, Vector};
use pm_report::cover::{Report, c_tests};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Counts MC/DC from this version on.
const OLDEST: u32 = 18;
const NEWEST: u32 = 24;

#[derive(Clone, Copy)]
struct Region {
    from: Position,
    to: Position,
    counts: [u64; 2],
}

#[derive(Default)]
struct Function {
    code: Vec<Region>,
    branches: Vec<Region>,
    decisions: Vec<(Region, Vec<bool>)>,
}

pub(super) fn confirm(report: &Report, dir: &Path, places: &Places) -> Result<Confirmation, String> {
    let (clang, suffix) = find()?;
    let flags = "COVERAGE=-fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc";
    make(dir, &["all".into(), format!("CC={clang}"), flags.into()])?;
    run_all(report, dir, &clang)?;
    let profiles = files(dir, ".profraw")?;
    let merged = dir.join("all.profdata");
    output(Command::new(format!("llvm-profdata{suffix}")).arg("merge").arg("-o").arg(&merged).args(profiles))?;
    let mut export = Command::new(format!("llvm-cov{suffix}"));
    export.arg("export").arg("-instr-profile").arg(&merged).arg(dir.join(c_tests::name(0)));
    let json = output(&mut export)?;
    let json: Value = serde_json::from_slice(&json).map_err(|e| format!("llvm-cov's JSON: {e}"))?;
    let llvm = Llvm { report, places, functions: functions(&json), covered: covered(report) };
    Ok(compare(report, clang, |goal| llvm.counted(goal), true))
}

/// The newest clang that counts MC/DC, and the ending of its tools' names.
fn find() -> Result<(String, String), String> {
    let is_new = |name: &str| {
        let text = output(Command::new(name).arg("--version")).ok()?;
        let text = String::from_utf8_lossy(&text).into_owned();
        let digits = text.split("version ").nth(1)?.split('.').next()?.to_string();
        digits.parse::<u32>().ok().filter(|v| *v >= OLDEST)
    };
    let numbered = (OLDEST..=NEWEST).rev().map(|v| format!("-{v}"));
    let mut all = numbered.chain([String::new()]);
    let found = all.find(|suffix| is_new(&format!("clang{suffix}")).is_some());
    found.map(|suffix| (format!("clang{suffix}"), suffix)).ok_or_else(|| {
        format!("there is no clang of version {OLDEST} or later (Debian: clang-19 and llvm-19): --confirm=gcc asks gcc")
    })
}

/// Runs each test; it must end as expected.
pub(super) fn run_all(report: &Report, dir: &Path, by: &str) -> Result<(), String> {
    for (i, test) in report.suite.tests.iter().enumerate() {
        let name = c_tests::name(i);
        let mut command = Command::new(dir.join(&name));
        command.current_dir(dir).env("LLVM_PROFILE_FILE", format!("{name}.profraw"));
        let done =
            command.stdin(std::process::Stdio::null()).output().map_err(|e| format!("cannot run {name}: {e}"))?;
        let code = done.status.code();
        let expected = match test.end(report.ctx.program) {
            End::Label => code.filter(|code| *code != c_tests::FAILED).unwrap_or(0),
            End::Error => c_tests::ERROR.into(),
            End::Exit(code) => code.into(),
        };
        if code != Some(expected) {
            let (said, status) = (String::from_utf8_lossy(&done.stderr).into_owned(), done.status);
            return Err(format!("{by}: {name} does not end as expected ({status}, not {expected}): {}", said.trim()));
        }
    }
    Ok(())
}

fn functions(json: &Value) -> FxHashMap<String, Function> {
    let mut all: FxHashMap<String, Function> = FxHashMap::default();
    let list = json["data"][0]["functions"].as_array().map_or(&[][..], Vec::as_slice);
    for f in list {
        let name = f["name"].as_str().unwrap_or_default();
        let name = name.rsplit([':', ';']).next().unwrap_or_default().to_string();
        let own = all.entry(name).or_default();
        // Only what stands in the function's own file: expansions of macros have files of their own.
        own.code.extend(rows(&f["regions"]).filter(|r| r[5] == 0 && r[7] == 0).map(|r| region(&r, [r[4], 0])));
        own.branches.extend(rows(&f["branches"]).filter(|r| r[6] == 0).map(|r| region(&r, [r[5], r[4]])));
        for record in f["mcdc_records"].as_array().into_iter().flatten() {
            let shown = record.as_array().and_then(|r| r.last()?.as_array()).map_or(&[][..], Vec::as_slice);
            let flags = shown.iter().filter_map(Value::as_bool).collect();
            own.decisions.push((region(&numbers(record), [0, 0]), flags));
        }
    }
    all
}

fn rows(list: &Value) -> impl Iterator<Item = Vec<u64>> + '_ {
    list.as_array().into_iter().flatten().map(numbers).filter(|r| r.len() >= 8)
}

fn numbers(row: &Value) -> Vec<u64> {
    row.as_array().into_iter().flatten().map(|n| n.as_u64().unwrap_or(0)).collect()
}

fn region(row: &[u64], counts: [u64; 2]) -> Region {
    let at = |i: usize| row.get(i).map_or(0, |n| *n as u32);
    Region { from: (at(0), at(1)), to: (at(2), at(3)), counts }
}

impl Region {
    fn contains(&self, p: Position) -> bool {
        self.from <= p && p < self.to
    }

    /// Is another region within this one?
    fn holds(&self, other: &Region) -> bool {
        (self.from, self.to) != (other.from, other.to) && self.from <= other.from && other.to <= self.to
    }

    /// For the smallest one: it begins last, and ends first.
    fn order(&self) -> (Position, std::cmp::Reverse<Position>) {
        (self.from, std::cmp::Reverse(self.to))
    }
}

struct Llvm<'r> {
    report: &'r Report<'r>,
    places: &'r Places<'r>,
    functions: FxHashMap<String, Function>,
    covered: FxHashSet<PropId>,
}

impl Llvm<'_> {
    fn counted(&self, goal: usize) -> Counted {
        let goal = &self.report.goals.all[goal];
        let table = &self.report.ctx.program.coverage;
        let function = self.functions.get(self.report.ctx.func_name(goal.func))?;
        match goal.what {
            What::Statement(i) => self.statement(function, table.statements[i].span.lo),
            What::Label(i) if table.labels[i].is_implicit => None,
            What::Label(i) => self.branch(function, table.labels[i].span.lo).map(|r| r.counts[1] > 0),
            What::Condition { decision, condition, value } => {
                self.condition(function, &table.decisions[decision], condition).map(|c| c[usize::from(value)])
            }
            What::Outcome { decision, value } => self.outcome(function, &table.decisions[decision], value),
            What::Effect { decision, condition } => self.effect(function, &table.decisions[decision], condition),
            What::Assertion(_) | What::Cover(_) | What::Path(_) => None,
        }
    }

    fn statement(&self, function: &Function, offset: u32) -> Counted {
        let at = self.places.position(offset)?;
        let around = function.code.iter().filter(|r| r.contains(at));
        around.max_by_key(|r| r.order()).map(|r| r.counts[0] > 0)
    }

    /// The smallest branch region that begins at a place.
    fn branch(&self, function: &Function, offset: u32) -> Option<Region> {
        let at = self.places.position(offset)?;
        let here = function.branches.iter().filter(|r| r.from == at);
        here.max_by_key(|r| r.order()).copied()
    }

    /// The smallest branch region that holds all of a condition: it may begin with a `?:` of its own.
    fn around(&self, function: &Function, span: Span) -> Option<Region> {
        let (first, last) = (self.places.position(span.lo)?, self.places.position(span.hi.checked_sub(1)?)?);
        let around = function.branches.iter().filter(|r| r.contains(first) && r.contains(last));
        around.max_by_key(|r| r.order()).copied()
    }

    /// Whether a condition was counted as false, and as true.
    fn condition(&self, function: &Function, d: &Decision, condition: usize) -> Option<[bool; 2]> {
        let region = match d.conditions.len() {
            1 => self.around(function, d.conditions[0].span)?,
            _ => *self.conditions(function, d)?.get(condition)?,
        };
        let turned = self.is_turned(d.conditions[condition].span.lo, &region)?;
        let seen = region.counts.map(|n| n > 0);
        Some(if turned { [seen[1], seen[0]] } else { seen })
    }

    /// The conditions of a decision in order: the branch regions in its record.
    fn conditions(&self, function: &Function, d: &Decision) -> Option<Vec<Region>> {
        let (record, _) = self.record(function, d)?;
        let all: Vec<Region> =
            function.branches.iter().filter(|b| record.contains(b.from) && b.to <= record.to).copied().collect();
        // A `?:` within a condition has regions of its own.
        let outer: Vec<Region> = all.iter().filter(|b| !all.iter().any(|o| o.holds(b))).copied().collect();
        let mut all = outer;
        all.sort_by_key(|b| b.from);
        (all.len() == d.conditions.len()).then_some(all)
    }

    fn record<'f>(&self, function: &'f Function, d: &Decision) -> Option<&'f (Region, Vec<bool>)> {
        let at = self.places.position(d.span.lo)?;
        let around = function.decisions.iter().filter(|(r, flags)| r.contains(at) && flags.len() == d.conditions.len());
        around.max_by_key(|(r, _)| r.order())
    }

    /// Is the region a negation of the condition? Proofmark counts what stands behind `!`, and parentheses of that belong to it.
    fn is_turned(&self, offset: u32, region: &Region) -> Option<bool> {
        let text = self.places.text(&self.places.file(offset)?, region.from)?;
        let (line, column) = self.places.position(offset)?;
        let before = if line == region.from.0 { column.saturating_sub(region.from.1) as usize } else { text.len() };
        let prefix = text.chars().take(before).take_while(|c| matches!(c, '!' | '(' | ' '));
        Some(prefix.filter(|c| *c == '!').count() % 2 == 1)
    }

    /// A decision has an outcome where a condition does that decides it.
    fn outcome(&self, function: &Function, d: &Decision, value: bool) -> Counted {
        let mut last = Vec::new();
        deciding(&d.formula, value, &mut last);
        let mut seen = false;
        for (condition, value) in last {
            seen |= self.condition(function, d, condition)?[usize::from(value)];
        }
        Some(seen)
    }

    /// What llvm-cov says is right by its own definition; then the claim counts.
    fn effect(&self, function: &Function, d: &Decision, condition: usize) -> Counted {
        let (_, flags) = self.record(function, d)?;
        // Conditions that come out of a macro are listed behind all others: which flag is whose is not known there.
        self.conditions(function, d)?;
        // Bits of conditions that are constants are not counted.
        if d.conditions.iter().any(|c| c.constant.is_some()) {
            return None;
        }
        let Events::Vectors(all) = &d.events else { return None };
        let is_seen = |e: &Option<PropId>| e.is_some_and(|e| self.covered.contains(&e));
        let seen: Vec<&Vector> = all.iter().filter(|(_, e)| is_seen(e)).map(|(v, _)| v).collect();
        let ours = !mcdc::unique_cause(&seen, condition).is_empty();
        let theirs = *flags.get(condition)?;
        let halves = mcdc::masking(&d.formula, &seen, condition);
        let masking = halves.iter().all(|h| !h.is_empty());
        match (ours == theirs, theirs == masking) {
            // By masking alone: the vectors are confirmed, although llvm-cov asks for others.
            (true, false) => Some(masking),
            (true, true) | (false, _) => Some(theirs),
        }
    }
}

/// The conditions, with their values, behind which the formula has this value and nothing is evaluated any more.
fn deciding(formula: &Formula, value: bool, out: &mut Vec<(usize, bool)>) {
    match formula {
        Formula::Condition(i) => out.push((*i, value)),
        Formula::Not(arg) => deciding(arg, !value, out),
        Formula::And(lhs, rhs) => {
            if !value {
                deciding(lhs, false, out);
            }
            deciding(rhs, value, out);
        }
        Formula::Or(lhs, rhs) => {
            if value {
                deciding(lhs, true, out);
            }
            deciding(rhs, value, out);
        }
    }
}

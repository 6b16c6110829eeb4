//! The evidence of a proof as a text that anybody can check again (docs/certificates.md).
//!
//! A certificate says how the properties were proved and with which facts, by location, over named variables. Nothing in it is
//! believed: [`crate::certify`] shows each part anew, from the program.

use crate::cfa;
use crate::id::EngineId;
use crate::in_c::InC;
use pm_base::Span;
use pm_invariants::Lemma;
use pm_model::{Followed, System};
use pm_reference::Claim;
use pm_solve::Backend;
use pm_term::{SmtPrinter, TermId};
use std::fmt::Write;

mod loops;

/// First line of the text.
const MAGIC: &str = "proofmark certificate 1";
/// Lines of a certificate.
const MAX_LINES: usize = 2_000_000;
/// Steps that a checker is willing to take.
pub const MAX_STEPS: u32 = 100_000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Method {
    /// The facts and the properties hold in the first `k` steps of the transition system, and after any `k` steps in which
    /// they hold. With `k` = 1: an inductive invariant.
    Induction { k: u32 },
    /// Every execution ends within so many steps of the transition system.
    Steps { depth: u32 },
    /// Every execution ends within so many iterations of each loop, those that constants decide apart.
    Unwinding { bound: u32 },
    /// There is one execution, and it was run.
    Execution,
    /// No execution calls the functions of the properties.
    Calls,
    /// The program has no property of those that were asked for.
    Nothing,
}

/// A transition system that is not the plain one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Abstraction {
    /// Arrays are given by some of their cells.
    Cells,
    /// Heap objects are nodes of pools, and facts hold for all nodes.
    Nodes,
}

impl Abstraction {
    const ALL: [Abstraction; 2] = [Abstraction::Cells, Abstraction::Nodes];

    fn name(self) -> &'static str {
        match self {
            Abstraction::Cells => "cells",
            Abstraction::Nodes => "nodes",
        }
    }
}

/// Lines in front of a certificate that say what it is about.
pub type Header = Vec<(String, String)>;

/// A fact at a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    pub location: u32,
    /// The location's name.
    pub place: String,
    /// The loop, where it is known.
    pub span: Span,
    /// SMT-LIB, over the variables' names.
    pub text: String,
    /// For the reader.
    pub in_c: Option<String>,
}

/// The check of a proof when it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    pub solver: String,
    pub how: How,
    pub semantics: Semantics,
}

/// What its answers rest on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// On proofs, which were checked.
    Proofs,
    /// It is another solver than the one that found the proof.
    OtherSolver,
    /// It is a new instance of that one.
    NewInstance,
}

/// The engine of this name that searches the automaton, if there is one.
fn over_the_automaton(name: &str) -> Option<EngineId> {
    cfa::ENGINES.into_iter().find(|id| id.name() == name)
}

impl How {
    const ALL: [How; 3] = [How::Proofs, How::OtherSolver, How::NewInstance];

    pub fn of(checker: Backend, finder: &str) -> How {
        match checker {
            Backend::Proved => How::Proofs,
            // The solvers of these engines are those of the task.
            _ if finder == EngineId::PATHS.name() => How::NewInstance,
            _ if checker.name() != finder && over_the_automaton(finder).is_none() => How::OtherSolver,
            _ => How::NewInstance,
        }
    }

    fn describe(self) -> &'static str {
        match self {
            How::Proofs => "proofs checked",
            How::OtherSolver => "another solver",
            How::NewInstance => "a new instance",
        }
    }
}

/// Which executor made the formulas that were checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Semantics {
    /// The second one, which shares nothing with the one that found the proof (`pm_reference`).
    Reference,
    /// The one that found the proof; why the other one did not, and where.
    Own { why: String, span: Span },
    /// The one that found the proof, so far; what the other one is to be asked.
    Waits(Box<Claim>),
}

impl Semantics {
    pub fn describe(&self) -> String {
        match self {
            Semantics::Reference => "reference".into(),
            Semantics::Own { why, .. } => format!("own executor ({why})"),
            Semantics::Waits(_) => "own executor (the reference was not asked)".into(),
        }
    }
}

impl Checked {
    pub fn describe(&self) -> String {
        format!("{}: {}, {}", self.semantics.describe(), self.solver, self.how.describe())
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    pub method: Method,
    /// The transition system that the facts are about, where it is not the plain one.
    pub abstraction: Option<Abstraction>,
    /// The transition system cuts only loops that may not end.
    pub followed: Option<Followed>,
    /// Who found it; another one checks it.
    pub solver: String,
    /// How it was checked before it was written. For the reader.
    pub checked: Option<Checked>,
    /// Ids of the properties that are proved.
    pub properties: Vec<String>,
    /// Ids of the properties that are violated: executions end there.
    pub violated: Vec<String>,
    /// Properties behind which executions go on where they violate them: known to be violated, they are as if not there.
    pub passed: Vec<String>,
    /// Reductions of the transition system that the proof was found with, and how much each did. For the reader: the
    /// facts are about the system as it is without them.
    pub reductions: Vec<String>,
    /// The contracts of recursive functions that the transition system is read with; empty where it is read without.
    pub contracts: Vec<Contract>,
    pub facts: Vec<Fact>,
}

/// What calls of a function do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contract {
    pub function: String,
    pub span: Span,
    /// Each holds at each return; SMT-LIB over the names of arguments and results, and in C for the reader.
    pub posts: Vec<(String, Option<String>)>,
}

/// The contracts of a system as text.
pub fn contracts(system: &System) -> Vec<Contract> {
    let all = system.contracts.functions.iter().enumerate();
    let text = |(i, f): (usize, &pm_model::contracts::Contract)| {
        let mut printer = SmtPrinter::new();
        for formal in f.formals() {
            system.terms.symbol_id(formal.term).into_iter().for_each(|s| printer.name(s, &formal.name));
        }
        let c = InC::of_contract(system, f);
        let posts = system.contracts.posts.iter().filter(|p| p.contract == i);
        let posts = posts.map(|p| (printer.text(&system.terms, p.fact), c.fact(p.fact))).collect();
        Contract { function: f.name.clone(), span: f.span, posts }
    };
    all.map(text).collect()
}

/// Facts as text.
pub fn facts(system: &System, lemmas: &[Lemma]) -> Vec<Fact> {
    let mut printer = SmtPrinter::new();
    for var in &system.vars {
        if let Some(symbol) = system.terms.symbol_id(var.now) {
            printer.name(symbol, &var.name);
        }
    }
    for (name, t) in node_names(system) {
        system.terms.symbol_id(t).into_iter().for_each(|s| printer.name(s, &name));
    }
    let c = InC::new(system);
    let fact = |l: &Lemma| Fact {
        location: l.location,
        place: system.locations[l.location as usize].name.clone(),
        span: system.locations[l.location as usize].span,
        text: printer.text(&system.terms, l.fact),
        in_c: c.fact(l.fact),
    };
    let mut facts: Vec<Fact> = lemmas.iter().filter(|l| l.fact != TermId::TRUE).map(fact).collect();
    facts.sort_by_key(|f| f.location);
    facts
}

/// The symbols for nodes that facts speak of, with their names.
pub(crate) fn node_names(system: &System) -> impl Iterator<Item = (String, TermId)> + '_ {
    let symbols = system.pools.iter().flat_map(|p| p.bound);
    symbols.filter_map(|t| Some((system.terms.symbol_name(system.terms.symbol_id(t)?).to_string(), t)))
}

impl Certificate {
    /// The facts of a location that C can say, as one expression.
    pub fn invariants_in_c(&self) -> Vec<(&Fact, String)> {
        let mut out: Vec<(&Fact, String)> = Vec::new();
        for fact in &self.facts {
            let Some(text) = &fact.in_c else { continue };
            let text = if text.contains(" || ") { format!("({text})") } else { text.clone() };
            match out.last_mut().filter(|(f, _)| f.location == fact.location) {
                Some((_, all)) => *all += &format!(" && {text}"),
                None => out.push((fact, text)),
            }
        }
        out
    }

    /// Of a program that has no property of those that were asked for.
    pub fn nothing() -> Certificate {
        Certificate {
            method: Method::Nothing,
            abstraction: None,
            followed: None,
            solver: String::new(),
            checked: None,
            properties: Vec::new(),
            violated: Vec::new(),
            passed: Vec::new(),
            reductions: Vec::new(),
            contracts: Vec::new(),
            facts: Vec::new(),
        }
    }

    /// Its facts are about the transition system that every program has.
    pub fn is_of_plain_system(&self) -> bool {
        self.abstraction.is_none() && self.followed.is_none() && self.contracts.is_empty()
    }

    /// Who found it.
    pub fn engine(&self) -> EngineId {
        match self.method {
            Method::Induction { .. } | Method::Steps { .. } if self.solver == EngineId::IC3.name() => EngineId::IC3,
            Method::Induction { .. } => over_the_automaton(&self.solver).unwrap_or(EngineId::KIND),
            Method::Steps { .. } => EngineId::KIND,
            Method::Unwinding { .. } if self.solver == EngineId::PATHS.name() => EngineId::PATHS,
            Method::Unwinding { .. } => EngineId::BMC,
            Method::Execution => EngineId::RUN,
            Method::Calls => EngineId::CALLS,
            Method::Nothing => EngineId::NONE,
        }
    }

    /// How the properties were proved, in a few words.
    pub fn describe(&self) -> String {
        let with = match self.contracts.len() {
            0 => String::new(),
            1 => ", with a contract of a recursive function".into(),
            n => format!(", with contracts of {n} recursive functions"),
        };
        let how = match &self.method {
            Method::Induction { k: 0 | 1 } => format!("an inductive invariant of {} facts", self.facts.len()),
            Method::Induction { k } => format!("{k}-induction with {} facts", self.facts.len()),
            Method::Steps { depth } => format!("all executions end within {depth} steps"),
            Method::Unwinding { bound } => format!("all loops end within {bound} iterations"),
            Method::Execution => "the program's one execution".into(),
            Method::Calls => "no execution calls their functions".into(),
            Method::Nothing => "there is nothing to prove".into(),
        };
        how + &with
    }

    /// The text, with what the caller knows of the program in front.
    pub fn write(&self, header: &[(String, String)]) -> String {
        let mut out = format!("{MAGIC}\n");
        for (key, value) in header {
            let _ = writeln!(out, "{key} {value}");
        }
        let _ = match &self.method {
            Method::Induction { k } => writeln!(out, "method induction {k}"),
            Method::Steps { depth } => writeln!(out, "method steps {depth}"),
            Method::Unwinding { bound } => writeln!(out, "method unwinding {bound}"),
            Method::Execution => writeln!(out, "method execution"),
            Method::Calls => writeln!(out, "method calls"),
            Method::Nothing => writeln!(out, "method nothing"),
        };
        if let Some(abstraction) = self.abstraction {
            let _ = writeln!(out, "abstraction {}", abstraction.name());
        }
        if let Some(followed) = &self.followed {
            out.push_str(&loops::write(followed));
        }
        let _ = writeln!(out, "solver {}", self.solver);
        if let Some(checked) = &self.checked {
            let _ = writeln!(out, "checked {}", checked.describe());
        }
        for reduction in &self.reductions {
            let _ = writeln!(out, "reduction {reduction}");
        }
        for id in &self.properties {
            let _ = writeln!(out, "property {id}");
        }
        for id in &self.violated {
            let _ = writeln!(out, "violated {id}");
        }
        for id in &self.passed {
            let _ = writeln!(out, "passed {id}");
        }
        for contract in &self.contracts {
            let _ = writeln!(out, "contract {}", contract.function);
            for (post, in_c) in &contract.posts {
                if let Some(c) = in_c {
                    let _ = writeln!(out, "c {c}");
                }
                let _ = writeln!(out, "post {post}");
            }
        }
        let mut location = None;
        for fact in &self.facts {
            if location != Some(fact.location) {
                location = Some(fact.location);
                let _ = writeln!(out, "location {} {}", fact.location, fact.place);
            }
            if let Some(c) = &fact.in_c {
                let _ = writeln!(out, "c {c}");
            }
            let _ = writeln!(out, "fact {}", fact.text);
        }
        out.push_str("end\n");
        out
    }

    /// The certificates of a file, one after the other, each with the lines in front that are the caller's.
    pub fn read_all(text: &str) -> Result<Vec<(Header, Certificate)>, String> {
        let mut starts: Vec<usize> =
            text.match_indices(MAGIC).map(|(i, _)| i).filter(|&i| starts_line(text, i)).collect();
        if starts.first() != Some(&0) {
            return Certificate::read(text).map(|c| vec![c]);
        }
        starts.push(text.len());
        starts.windows(2).map(|w| Certificate::read(&text[w[0]..w[1]])).collect()
    }

    /// The certificate, and the lines in front that are the caller's.
    pub fn read(text: &str) -> Result<(Header, Certificate), String> {
        let mut lines = text.lines().enumerate();
        match lines.next() {
            Some((_, MAGIC)) => {}
            _ => return Err(format!("this is no certificate: it does not begin with `{MAGIC}`")),
        }
        let mut reader = Reader::default();
        for (i, line) in lines {
            if i > MAX_LINES {
                return Err(format!("more than {MAX_LINES} lines"));
            }
            reader.line(line).map_err(|e| format!("line {}: {e}", i + 1))?;
        }
        reader.finish()
    }
}

fn starts_line(text: &str, at: usize) -> bool {
    at == 0 || text.as_bytes()[at - 1] == b'\n'
}

#[derive(Default)]
struct Reader {
    header: Vec<(String, String)>,
    method: Option<Method>,
    abstraction: Option<Abstraction>,
    followed: Option<Followed>,
    solver: Option<String>,
    checked: Option<Checked>,
    properties: Vec<String>,
    violated: Vec<String>,
    passed: Vec<String>,
    reductions: Vec<String>,
    location: Option<(u32, String)>,
    in_c: Option<String>,
    contracts: Vec<Contract>,
    facts: Vec<Fact>,
    ended: bool,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), String> {
        if self.ended {
            return Err("text after the end".into());
        }
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        match key {
            "end" if value.is_empty() => self.ended = true,
            "method" if self.method.is_none() => self.method = Some(method(value)?),
            "abstraction" if self.method.is_some() && self.abstraction.is_none() => {
                let known = Abstraction::ALL.into_iter().find(|a| a.name() == value);
                self.abstraction = Some(known.ok_or("an abstraction that is not known")?);
            }
            "followed" if self.method.is_some() && self.followed.is_none() => self.followed = Some(loops::base(value)?),
            "open" | "bound" => loops::line(self.followed.as_mut().ok_or("a loop of nothing")?, key, value)?,
            "solver" if self.solver.is_none() => self.solver = Some(value.into()),
            "checked" if self.method.is_some() && self.checked.is_none() => self.checked = Some(checked(value)),
            "reduction" if self.method.is_some() => self.reductions.push(value.into()),
            "property" => self.properties.push(value.into()),
            "violated" => self.violated.push(value.into()),
            "passed" => self.passed.push(value.into()),
            "location" => {
                let (index, name) = value.split_once(' ').ok_or("expected a number and a name")?;
                self.location = Some((number(index)?, name.into()));
            }
            "contract" => {
                self.contracts.push(Contract { function: value.into(), span: Span::NONE, posts: Vec::new() });
            }
            "post" => {
                let contract = self.contracts.last_mut().ok_or("a part of no contract")?;
                contract.posts.push((value.into(), self.in_c.take()));
            }
            "c" => self.in_c = Some(value.into()),
            "fact" => {
                let (location, place) = self.location.clone().ok_or("a fact without a location")?;
                self.facts.push(Fact { location, place, span: Span::NONE, text: value.into(), in_c: self.in_c.take() });
            }
            _ if self.method.is_none() && !key.is_empty() => self.header.push((key.into(), value.into())),
            _ => return Err(format!("`{}` is not expected here", line.chars().take(40).collect::<String>())),
        }
        Ok(())
    }

    fn finish(self) -> Result<(Header, Certificate), String> {
        if !self.ended {
            return Err("the certificate is truncated: its last line is not `end`".into());
        }
        let method = self.method.ok_or("the certificate has no method")?;
        if self.properties.is_empty() != (method == Method::Nothing) {
            return Err("the certificate is of no property, or says that there is none and names one".into());
        }
        let (properties, violated, contracts, facts) = (self.properties, self.violated, self.contracts, self.facts);
        let (solver, checked, reductions) = (self.solver.unwrap_or_default(), self.checked, self.reductions);
        let (abstraction, followed, passed) = (self.abstraction, self.followed, self.passed);
        let certificate = Certificate {
            method,
            abstraction,
            followed,
            solver,
            checked,
            properties,
            violated,
            passed,
            reductions,
            contracts,
            facts,
        };
        Ok((self.header, certificate))
    }
}

fn checked(text: &str) -> Checked {
    let (who, text) = text.split_once(": ").unwrap_or(("", text));
    let why = who.strip_prefix("own executor (").and_then(|w| w.strip_suffix(')'));
    let semantics = match why {
        None => Semantics::Reference,
        Some(why) => Semantics::Own { why: why.into(), span: Span::NONE },
    };
    let (solver, how) = text.split_once(", ").unwrap_or((text, ""));
    let how = How::ALL.into_iter().find(|h| h.describe() == how).unwrap_or(How::NewInstance);
    Checked { solver: solver.into(), how, semantics }
}

fn method(text: &str) -> Result<Method, String> {
    let words: Vec<&str> = text.split(' ').collect();
    match words[..] {
        ["induction", k] => Ok(Method::Induction { k: steps(k)? }),
        ["steps", depth] => Ok(Method::Steps { depth: steps(depth)? }),
        ["unwinding", bound] => Ok(Method::Unwinding { bound: number(bound)? }),
        ["execution"] => Ok(Method::Execution),
        ["calls"] => Ok(Method::Calls),
        ["nothing"] => Ok(Method::Nothing),
        _ => Err(format!("`{}` is no method", text.chars().take(40).collect::<String>())),
    }
}

fn steps(text: &str) -> Result<u32, String> {
    let n = number(text)?;
    if n > MAX_STEPS { Err(format!("{n} steps are more than {MAX_STEPS}")) } else { Ok(n) }
}

pub(crate) fn number(text: &str) -> Result<u32, String> {
    let short: String = text.chars().take(40).collect();
    text.parse().map_err(|_| format!("`{short}` is no number below 2^32"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pm_ir::{BlockId, FuncId};
    use pm_symex::LoopName;

    fn example() -> Certificate {
        let fact = |location, text: &str, c: Option<&str>| Fact {
            location,
            place: "main.0".into(),
            span: Span::NONE,
            text: text.into(),
            in_c: c.map(String::from),
        };
        Certificate {
            method: Method::Induction { k: 2 },
            abstraction: Some(Abstraction::Cells),
            followed: Some(followed()),
            solver: "cadical".into(),
            checked: Some(Checked {
                solver: "batsat".into(),
                how: How::OtherSolver,
                semantics: Semantics::Own { why: "timeout".into(), span: Span::NONE },
            }),
            properties: vec!["main.error.1".into()],
            violated: vec![],
            passed: vec!["main.assertion.2".into()],
            reductions: vec!["cone 3".into()],
            contracts: vec![Contract {
                function: "f".into(),
                span: Span::NONE,
                posts: vec![("(bvule result n)".into(), Some("result <= n".into())), ("(= n result)".into(), None)],
            }],
            facts: vec![fact(2, "(bvule |main::x| #x0a)", Some("x <= 10")), fact(2, "|main::b|", None)],
        }
    }

    fn followed() -> Followed {
        let name = |head: Option<u32>| LoopName { func: FuncId(3), head: head.map(BlockId) };
        let bounds = [(name(Some(2)), 8), (name(None), 5)].into_iter().collect();
        Followed { cut: [name(Some(7))].into_iter().collect(), base: 4, bounds }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let header = vec![("file".to_string(), "a.c 00ff".to_string())];
        let text = example().write(&header);
        assert_eq!(Certificate::read(&text), Ok((header, example())));
    }

    #[test]
    fn broken_text_is_refused() {
        let text = example().write(&[]);
        for (i, _) in text.char_indices().skip(1) {
            assert!(Certificate::read(&text[..i]).is_err() || i + 1 == text.len(), "{i}");
        }
        let wrong = [
            ("induction 2", "induction 99999999999999999999"),
            ("induction 2", "induction 4000000000"),
            ("induction 2", "magic"),
            ("location 2 main.0", "location x main.0"),
            ("location 2 main.0\n", ""),
            ("property main.error.1\n", ""),
            ("end\n", "end\nend\n"),
            ("solver", "frob"),
            ("abstraction cells", "abstraction of art"),
        ];
        for (a, b) in wrong {
            assert!(Certificate::read(&text.replace(a, b)).is_err(), "{a} -> {b}");
        }
    }
}

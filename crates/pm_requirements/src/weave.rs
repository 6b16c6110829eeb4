//! Calls of observers at the ends of cycles, as text.
//!
//! At the end of a loop's body, or of a function, stands a label, to which `continue` and `return` go instead; behind it a block for each
//! requirement, in which memories are brought up to date and the observer is called. All that the user wrote stands in lines of its own that are marked as
//! lines of the requirements file, at its columns.

use crate::OBSERVERS;
use crate::edit::{Edit, apply, marker};
use crate::language::{ExprNo, Memory, MemoryOp, Part, Requirement, Requirements};
use crate::observer::prototype;
use crate::sites::{Site, Sites};
use pm_base::{Session, Span};
use pm_ir::OBSERVE;
use rustc_hash::FxHashMap;

/// A unit with the calls in it.
pub struct Woven {
    pub text: Vec<u8>,
    /// Where expressions of requirements stand in it.
    pub expressions: Vec<(u32, u32)>,
}

/// The expressions that the places of a unit need, by number, as C without line breaks: macros of the unit may be in them.
pub fn expressions(reqs: &Requirements, sites: &Sites) -> Vec<(usize, String)> {
    let here = (0..reqs.places.len()).filter(|p| sites.has(*p));
    let mut numbers = Vec::new();
    for req in here.flat_map(|p| reqs.at(p)) {
        req.exprs().into_iter().for_each(|e| reqs.with_operands(e, &mut numbers));
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers.into_iter().map(|n| (n, plain(reqs, n))).collect()
}

/// The unit's text with all calls. `expanded` has expressions in which macros were expanded; `session` knows the requirements file.
pub fn weave(reqs: &Requirements, sites: &Sites, expanded: &FxHashMap<usize, String>, session: &Session) -> Woven {
    let text = sites.session.sources.text(sites.base).to_vec();
    let weaver = Weaver { reqs, expanded, session };
    let mut edits = vec![weaver.declarations(sites)];
    for (place, site) in sites.found.iter().enumerate() {
        if let Some(site) = site {
            weaver.site(place, site, &mut edits);
        }
    }
    let (text, expressions) = apply(&sites.session, sites.base, &text, edits);
    Woven { text, expressions }
}

/// The object that holds what `previous(e)` is. The number is that of `e`.
fn memory_name(m: &Memory) -> String {
    format!("__pm_{}{}", &["p", "r", "f"][m.op as usize], m.arg)
}

fn plain(reqs: &Requirements, no: ExprNo) -> String {
    let parts = reqs.exprs[no].parts.iter().map(|part| match part {
        Part::Text(span) => reqs.slice(*span).to_string(),
        Part::Memory(m) => memory_name(m),
        Part::Result(_) => "__pm_re".into(),
    });
    parts.collect::<String>().replace(['\n', '\r'], " ")
}

struct Weaver<'a> {
    reqs: &'a Requirements,
    expanded: &'a FxHashMap<usize, String>,
    session: &'a Session,
}

impl Weaver<'_> {
    /// In front of everything: what the calls call.
    fn declarations(&self, sites: &Sites) -> Edit {
        let mut text = marker(1, OBSERVERS);
        for place in (0..self.reqs.places.len()).filter(|p| sites.has(*p)) {
            text += &format!("_Bool __pm_begun_{place}(void); void __pm_begin_{place}(void);");
            self.reqs.at(place).for_each(|r| text += &format!(" {};", prototype(r)));
        }
        Edit { range: Span::new(sites.base, sites.base), text: text.into_bytes(), user: Vec::new() }
    }

    fn site(&self, place: usize, site: &Site, edits: &mut Vec<Edit>) {
        let plain = |range: Span, text: String| Edit { range, text: text.into_bytes(), user: Vec::new() };
        let label = format!("__pm_end_{place}");
        for jump in &site.jumps {
            match jump.value_ends {
                Some(end) => {
                    let assign = if site.result.is_some() { "__pm_re = " } else { "" };
                    edits.push(plain(jump.word, format!("{{ {assign}(")));
                    edits.push(plain(Span::new(end, end + 1), format!("); goto {label}; }}")));
                }
                None => edits.push(plain(jump.word, format!("goto {label}"))),
            }
        }
        if let Some((at, params)) = &site.result {
            let call = format!("{}({})", self.reqs.places[place].function, params.join(", "));
            edits.push(plain(Span::new(*at, *at), format!(" __typeof__({call}) __pm_re;")));
        }
        if let Some(at) = site.opens {
            edits.push(plain(Span::new(at, at), " {".into()));
        }
        let mut block = Block::default();
        let target = if site.jumps.is_empty() { String::new() } else { format!("{label}: ;") };
        let line = self.line(self.reqs.places[place].span);
        block.push(&format!("{}{target}", marker(line, &self.reqs.file)));
        for req in self.reqs.at(place) {
            self.observe(place, req, &mut block);
        }
        block.push(&format!("__pm_begin_{place}();"));
        let ends = match (&site.result, site.opens) {
            (Some(_), _) => " return __pm_re;",
            (None, Some(_)) => " }",
            (None, None) => "",
        };
        block.push(ends);
        edits.push(Edit { range: Span::new(site.end, site.end), text: block.text, user: block.user });
    }

    /// A block that brings the memories of a requirement up to date and calls its observer.
    fn observe(&self, place: usize, req: &Requirement, block: &mut Block) {
        block.push(&format!("{}{{ ", self.at(req)));
        let mut needed = Vec::new();
        req.exprs().into_iter().for_each(|e| self.reqs.with_operands(e, &mut needed));
        let mut made: Vec<String> = Vec::new();
        for no in needed {
            for part in &self.reqs.exprs[no].parts {
                if let Part::Memory(m) = part
                    && !made.contains(&memory_name(m))
                {
                    made.push(memory_name(m));
                    self.memory(place, req, m, block);
                }
            }
        }
        block.push(&format!("{OBSERVE}{}(", req.name));
        for (i, no) in req.exprs().into_iter().enumerate() {
            block.push(if i == 0 { "(" } else { ", (" });
            self.expression(no, block);
            block.push(&format!("{}) ? 1 : 0", self.at(req)));
        }
        block.push("); } ");
    }

    /// Before the first cycle has ended, what was before is what is now.
    fn memory(&self, place: usize, req: &Requirement, m: &Memory, block: &mut Block) {
        let (name, at) = (memory_name(m), self.at(req));
        let (new, old) = (format!("{name}_new"), format!("{name}_old"));
        match m.op {
            MemoryOp::Previous => {
                block.push(&format!("__auto_type {new} = ("));
                self.expression(m.arg, block);
                block.push(&format!("{at}); static __typeof__({new}) {old}; "));
                block.push(&format!(
                    "__auto_type {name} = {new}; if (__pm_begun_{place}()) {name} = {old}; {old} = {new}; "
                ));
            }
            MemoryOp::Rising | MemoryOp::Falling => {
                block.push(&format!("_Bool {new} = ("));
                self.expression(m.arg, block);
                let (was, is) = if m.op == MemoryOp::Rising { ("!", "") } else { ("", "!") };
                block.push(&format!("{at}) ? 1 : 0; static _Bool {old}; "));
                block.push(&format!("_Bool {name} = __pm_begun_{place}() && {was}{old} && {is}{new}; {old} = {new}; "));
            }
        }
    }

    /// An expression at its place in the requirements file.
    fn expression(&self, no: ExprNo, block: &mut Block) {
        let span = self.reqs.exprs[no].span;
        let Some(loc) = self.session.sources.loc(span.lo) else { return };
        block.push(&marker(loc.line, &self.reqs.file));
        block.push(&" ".repeat(loc.column as usize - 1));
        let from = block.text.len();
        match self.expanded.get(&no) {
            Some(text) => block.push(text),
            None => self.reqs.exprs[no].parts.iter().for_each(|part| self.part(part, block)),
        }
        block.user.push((from as u32, block.text.len() as u32));
    }

    /// What takes the place of `previous(e)` is as wide as that, so that the rest is where it was.
    fn part(&self, part: &Part, block: &mut Block) {
        let (span, name) = match part {
            Part::Text(span) => return block.push(self.reqs.slice(*span)),
            Part::Memory(m) => (m.span, memory_name(m)),
            Part::Result(span) => (*span, "__pm_re".into()),
        };
        let text = self.reqs.slice(span);
        let blank: String = text.chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
        block.push(&name);
        block.push(blank.get(name.len()..).unwrap_or(" "));
    }

    fn at(&self, req: &Requirement) -> String {
        marker(self.line(req.span), &self.reqs.file)
    }

    fn line(&self, span: Span) -> u32 {
        self.session.sources.loc(span.lo).map_or(1, |l| l.line)
    }
}

/// Text that is inserted, with the ranges that the user wrote.
#[derive(Default)]
struct Block {
    text: Vec<u8>,
    user: Vec<(u32, u32)>,
}

impl Block {
    fn push(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }
}

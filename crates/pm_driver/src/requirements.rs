//! Requirements of a program: from their file to observers in its units (`pm_requirements`), which the preprocessor helps with: expressions may have
//! macros of the unit that they are about.

use pm_base::{Diagnostic, Session, Span};
use pm_ir::loops::find_loops;
use pm_ir::{FuncId, OBSERVE, Program, PropertyKind};
use pm_requirements::{Place, PlaceKind, Requirements, Sites, Woven, expressions, observers, refuse_effects, weave};
use pm_sema::hir;
use pm_syntax::preprocess::{self, PpOptions};
use rustc_hash::FxHashMap;
use std::path::Path;

/// What watches a program.
pub struct Watch {
    reqs: Requirements,
    /// By place: how many units have it.
    units: Vec<usize>,
    /// Of the unit that was woven last, where expressions stand in it; and of all, among all sources.
    last: Vec<(u32, u32)>,
    expressions: Vec<(u32, u32)>,
}

impl Watch {
    /// Messages go to the session; `None` after errors.
    pub fn read(path: &Path, session: &mut Session) -> Option<Watch> {
        let text = match crate::input::read(path) {
            Ok(text) => text,
            Err(e) => {
                session.diags.push(Diagnostic::error(Span::NONE, format!("cannot read {}: {e}", path.display())));
                return None;
            }
        };
        let reqs = pm_requirements::parse(session, &path.to_string_lossy(), text);
        let units = vec![0; reqs.places.len()];
        (!session.diags.has_errors()).then(|| Watch { reqs, units, last: Vec::new(), expressions: Vec::new() })
    }

    /// The unit's text with the calls of observers that belong into it.
    pub fn weave(&mut self, path: &Path, options: &PpOptions, text: Vec<u8>, session: &mut Session) -> Vec<u8> {
        let sites = Sites::find(&self.reqs, &path.to_string_lossy(), &text, session);
        self.last.clear();
        if sites.is_empty() {
            return text;
        }
        for (place, n) in self.units.iter_mut().enumerate() {
            *n += usize::from(sites.has(place));
        }
        let wanted = expressions(&self.reqs, &sites);
        let expanded = match preprocess::expand(path, options, &wanted.iter().map(|w| w.1.as_str()).collect::<Vec<_>>())
        {
            Ok(found) => found,
            Err(e) => {
                session.diags.push(Diagnostic::error(Span::NONE, e.to_string()).quote(e.quote()));
                return text;
            }
        };
        let pairs = wanted.into_iter().zip(expanded).filter(|((_, was), is)| !same_words(was, is));
        let expanded: FxHashMap<usize, String> = pairs.map(|((no, _), is)| (no, is)).collect();
        let Woven { text, expressions } = weave(&self.reqs, &sites, &expanded, session);
        self.last = expressions;
        text
    }

    /// The unit that was woven last begins here among all sources.
    pub fn stands_at(&mut self, begin: u32) {
        self.expressions.extend(self.last.drain(..).map(|(lo, hi)| (lo + begin, hi + begin)));
    }

    /// The unit with the observers, when all units are known. `None` where a place was not found.
    pub fn observers(&self, covers: bool, session: &mut Session) -> Option<Vec<u8>> {
        for (place, n) in self.reqs.places.iter().zip(&self.units) {
            let name = &place.function;
            match n {
                0 => session
                    .diags
                    .push(Diagnostic::error(place.span, format!("the program has no function `{name}` with a body"))),
                1 => {}
                n => session.diags.push(Diagnostic::error(
                    place.span,
                    format!("{n} units define a function `{name}`: which one is not clear"),
                )),
            }
        }
        if session.diags.has_errors() {
            return None;
        }
        let line = |span: Span| session.sources.loc(span.lo).map_or(1, |l| l.line);
        Some(observers(&self.reqs, covers, |r| line(r.span)).into_bytes())
    }

    pub fn refuse_effects(&self, hir: &hir::Program, session: &mut Session) {
        refuse_effects(hir, &self.expressions, session);
    }

    /// Properties belong to the functions whose cycles they are about. Loops that have another number in the control flow than in the source are
    /// refused: what users see of a program has the numbers of the control flow.
    pub fn settle(&self, program: &mut Program, session: &mut Session) {
        for place in &self.reqs.places {
            if let Some(d) = self.misnumbered(place, program, session) {
                session.diags.push(d);
            }
        }
        let names = &session.interner;
        let func = |program: &Program, name: &str| {
            program.funcs.iter_ids().find(|(_, f)| names.name(f.name) == name).map(|(id, _)| id)
        };
        for req in &self.reqs.list {
            let owner: Option<FuncId> = func(program, &self.reqs.places[req.place].function);
            let id = format!("req.{}", req.name);
            let prop = program.props.iter_mut().find(|p| p.kind == PropertyKind::Requirement && p.id == id);
            if let (Some(prop), Some(owner)) = (prop, owner) {
                prop.func = owner;
            }
        }
    }

    /// The loop that has the number in the control flow is the one whose end calls the observers.
    fn misnumbered(&self, place: &Place, program: &Program, session: &Session) -> Option<Diagnostic> {
        let PlaceKind::Loop(number) = place.kind else { return None };
        let f = program.funcs.iter().find(|f| f.has_body() && session.interner.name(f.name) == place.function)?;
        let loops = find_loops(f);
        let is_observed = |block: &pm_ir::Block| {
            block.insts.iter().any(|i| match &i.kind {
                pm_ir::InstKind::Call { callee: pm_ir::Callee::Direct(f), .. } => {
                    let name = session.interner.name(program.funcs[*f].name);
                    name.strip_prefix(OBSERVE).is_some_and(|n| {
                        self.reqs.list.iter().any(|r| r.name == n && std::ptr::eq(&self.reqs.places[r.place], place))
                    })
                }
                _ => false,
            })
        };
        let bodies = pm_ir::loops::Bodies::new(f);
        let observed = |n: usize| loops.get(n).is_some_and(|l| bodies.of(l).iter().any(|b| is_observed(&f.blocks[*b])));
        // Loops around it have the call in them, too: it is the innermost one that counts, the last of those in order.
        let last = (0..loops.len()).rfind(|n| observed(*n))?;
        if last == number {
            return None;
        }
        let name = &place.function;
        let d = Diagnostic::error(
            place.span,
            format!("--show-loops calls this loop `{name}.{last}`, but in the source it is number {number}"),
        );
        Some(d.hint("put a label in front of the loop, and name it by that"))
    }
}

/// The same but for white space.
fn same_words(a: &str, b: &str) -> bool {
    let words = |s: &str| s.split_whitespace().collect::<String>();
    words(a) == words(b)
}

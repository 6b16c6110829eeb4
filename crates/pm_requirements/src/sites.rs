//! The places that requirements name, in the syntax tree of a unit.

use crate::language::{Place, PlaceKind, Requirements};
use pm_base::{Diagnostic, Session, Span};
use pm_syntax::ast::{Ast, BlockItem, DeclPart, ExprKind, FunctionDef, Item, Params, StmtId, StmtKind, TypeSpec};

/// A preprocessed unit with the places that it has.
pub struct Sites {
    /// Knows this unit alone.
    pub(crate) session: Session,
    pub(crate) base: u32,
    /// By place.
    pub(crate) found: Vec<Option<Site>>,
}

/// What has to be changed at a place.
pub(crate) struct Site {
    /// In front of this the cycle ends.
    pub end: u32,
    /// The body is no block: one begins here and ends behind `end`.
    pub opens: Option<u32>,
    /// Statements that go there by `continue` or `return`, with what is returned.
    pub jumps: Vec<Jump>,
    /// Where the function's result is declared, with its parameters' names, where it has one.
    pub result: Option<(u32, Vec<String>)>,
}

pub(crate) struct Jump {
    /// `continue` or `return`.
    pub word: Span,
    /// The semicolon behind a value.
    pub value_ends: Option<u32>,
}

/// Why there can be no observer at a place.
type Refused = (String, Option<&'static str>);

impl Sites {
    /// The places in this text. Messages about what is found, but cannot be watched, go to `out`; mistakes in the text are found when it is read.
    pub fn find(reqs: &Requirements, name: &str, text: &[u8], out: &mut Session) -> Sites {
        let mut session = Session::new();
        let ast = pm_syntax::parse(&mut session, name, text.to_vec());
        let base = ast.text.start;
        let mut sites = Sites { session, base, found: reqs.places.iter().map(|_| None).collect() };
        if sites.session.diags.has_errors() {
            return sites;
        }
        for (i, place) in reqs.places.iter().enumerate() {
            let Some(def) = function(&ast, &sites.session, &place.function) else { continue };
            let finder = Finder { ast: &ast, session: &sites.session, place };
            match finder.site(def) {
                Ok(site) => sites.found[i] = Some(site),
                Err((message, hint)) => {
                    let d = Diagnostic::error(place.span, message);
                    out.diags.push(hint.into_iter().fold(d, Diagnostic::hint));
                }
            }
        }
        sites
    }

    pub fn has(&self, place: usize) -> bool {
        self.found[place].is_some()
    }

    pub fn is_empty(&self) -> bool {
        self.found.iter().all(Option::is_none)
    }
}

fn function<'a>(ast: &'a Ast, session: &Session, name: &str) -> Option<&'a FunctionDef> {
    let name = session.interner.lookup(name)?;
    ast.items.iter().find_map(|item| match item {
        Item::Function(f) if f.declarator.name == Some(name) => Some(f),
        _ => None,
    })
}

/// A loop, with the labels in front of it.
struct Found {
    stmt: StmtId,
    labels: Vec<pm_base::Symbol>,
}

struct Finder<'a> {
    ast: &'a Ast,
    session: &'a Session,
    place: &'a Place,
}

impl Finder<'_> {
    fn site(&self, def: &FunctionDef) -> Result<Site, Refused> {
        match self.place.kind {
            PlaceKind::Return => self.at_return(def),
            PlaceKind::Loop(_) | PlaceKind::Label(_) => self.at_loop(def),
        }
    }

    // ---- loops ------------------------------------------------------------------------------------------------------

    fn at_loop(&self, def: &FunctionDef) -> Result<Site, Refused> {
        let loops = self.loops(def.body);
        let name = &self.place.function;
        let found = match &self.place.kind {
            PlaceKind::Label(label) => {
                let label = self.session.interner.lookup(label);
                loops.iter().find(|l| l.labels.iter().any(|l| Some(*l) == label))
            }
            PlaceKind::Loop(n) => loops.get(*n),
            PlaceKind::Return => None,
        };
        let Some(found) = found else {
            let message = format!("`{name}` has {} loops, and none of this name", loops.len());
            return Err((
                message,
                Some(
                    "loops have numbers in the order of the source, `main.0`, or the label in front of them, `main.cycle`",
                ),
            ));
        };
        let (StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::For { body, .. }) =
            self.ast.stmts[found.stmt].kind
        else {
            return Err(("this is no loop".into(), None));
        };
        self.within_expressions(self.ast.stmts[body].span, "continue")?;
        let jumps =
            self.below(body, false).into_iter().filter(|s| matches!(self.ast.stmts[*s].kind, StmtKind::Continue));
        let jumps = jumps.map(|s| self.jump(s, "continue")).collect::<Result<_, _>>()?;
        let span = self.ast.stmts[body].span;
        let is_block = matches!(self.ast.stmts[body].kind, StmtKind::Compound(_));
        let closes = self.byte(span.hi - 1);
        match (is_block, closes) {
            (true, Some(b'}')) => Ok(Site { end: span.hi - 1, opens: None, jumps, result: None }),
            (false, Some(b';' | b'}')) => Ok(Site { end: span.hi, opens: Some(span.lo), jumps, result: None }),
            _ => Err(("the end of this loop's body is not found".into(), None)),
        }
    }

    /// In the order of the source, as the control flow has them: `do … while (0)` is none.
    fn loops(&self, body: StmtId) -> Vec<Found> {
        let mut out = Vec::new();
        let mut labels = Vec::new();
        for stmt in self.below(body, true) {
            match &self.ast.stmts[stmt].kind {
                StmtKind::Label { name, .. } => {
                    labels.push(*name);
                    continue;
                }
                StmtKind::DoWhile { cond, .. } if self.is_zero(*cond) => {}
                StmtKind::While { .. } | StmtKind::DoWhile { .. } | StmtKind::For { .. } => {
                    out.push(Found { stmt, labels: labels.clone() });
                }
                _ => {}
            }
            labels.clear();
        }
        out
    }

    fn is_zero(&self, e: pm_syntax::ast::ExprId) -> bool {
        matches!(&self.ast.exprs[e].kind, ExprKind::Int(lit) if lit.value == 0)
    }

    // ---- returns ----------------------------------------------------------------------------------------------------

    fn at_return(&self, def: &FunctionDef) -> Result<Site, Refused> {
        let name = &self.place.function;
        let span = self.ast.stmts[def.body].span;
        self.within_expressions(span, "return")?;
        let returns =
            self.below(def.body, true).into_iter().filter(|s| matches!(self.ast.stmts[*s].kind, StmtKind::Return(_)));
        let jumps = returns.map(|s| self.jump(s, "return")).collect::<Result<Vec<Jump>, _>>()?;
        if self.byte(span.hi - 1) != Some(b'}') {
            return Err((format!("the end of `{name}` is not found"), None));
        }
        let site = |result| Site { end: span.hi - 1, opens: None, jumps, result };
        if self.is_void(def) {
            return Ok(site(None));
        }
        let StmtKind::Compound(items) = &self.ast.stmts[def.body].kind else { return Ok(site(None)) };
        let last = items.last().map(|i| if let BlockItem::Stmt(s) = i { Some(&self.ast.stmts[*s].kind) } else { None });
        if !matches!(last, Some(Some(StmtKind::Return(Some(_))))) {
            let hint = "let it end with a `return` of its result";
            return Err((
                format!("`{name}` can end without a `return`, where its observers would not be called"),
                Some(hint),
            ));
        }
        let Some(params) = self.parameters(def) else {
            return Err((format!("`{name}` has a parameter without a name"), None));
        };
        Ok(site(Some((span.lo + 1, params))))
    }

    fn is_void(&self, def: &FunctionDef) -> bool {
        let is_void = matches!(&self.ast.specs[def.specs].base, TypeSpec::Builtin(b) if b.void > 0);
        is_void && def.declarator.parts.len() == 1
    }

    fn parameters(&self, def: &FunctionDef) -> Option<Vec<String>> {
        let name = |s: pm_base::Symbol| self.session.interner.name(s).to_string();
        match def.declarator.parts.first()? {
            DeclPart::Function(Params::Empty) => Some(Vec::new()),
            DeclPart::Function(Params::Names(names)) => Some(names.iter().map(|n| name(n.0)).collect()),
            DeclPart::Function(Params::Prototype { params, .. }) => {
                params.iter().map(|p| p.declarator.name.map(name)).collect()
            }
            _ => None,
        }
    }

    // ---- statements -------------------------------------------------------------------------------------------------

    fn jump(&self, stmt: StmtId, word: &str) -> Result<Jump, Refused> {
        let span = self.ast.stmts[stmt].span;
        let is_there = self.session.sources.slice(Span::new(span.lo, span.lo + word.len() as u32)) == word.as_bytes();
        if !is_there || self.byte(span.hi - 1) != Some(b';') {
            return Err((format!("a `{word}` is not found in the source"), None));
        }
        let has_value = matches!(self.ast.stmts[stmt].kind, StmtKind::Return(Some(_)));
        Ok(Jump { word: Span::new(span.lo, span.lo + word.len() as u32), value_ends: has_value.then_some(span.hi - 1) })
    }

    /// Statements in expressions, `({ … })`, are not looked into: they must not have the word.
    fn within_expressions(&self, span: Span, word: &str) -> Result<(), Refused> {
        let inside = self
            .ast
            .exprs
            .iter()
            .filter(|e| matches!(e.kind, ExprKind::StmtExpr(_)) && span.lo <= e.span.lo && e.span.hi <= span.hi);
        for e in inside {
            let text = String::from_utf8_lossy(self.session.sources.slice(e.span));
            if text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|w| w == word) {
                return Err((
                    format!("there is a `{word}` in a statement expression, which no observer can be put before"),
                    None,
                ));
            }
        }
        Ok(())
    }

    fn byte(&self, at: u32) -> Option<u8> {
        self.session.sources.slice(Span::new(at, at + 1)).first().copied()
    }

    /// The statement and those in it, in the order of the source; with those of loops in it, or without.
    fn below(&self, root: StmtId, with_loops: bool) -> Vec<StmtId> {
        let (mut out, mut work) = (Vec::new(), vec![root]);
        while let Some(stmt) = work.pop() {
            out.push(stmt);
            let mut children: Vec<StmtId> = match &self.ast.stmts[stmt].kind {
                StmtKind::Compound(items) => {
                    items.iter().filter_map(|i| if let BlockItem::Stmt(s) = i { Some(*s) } else { None }).collect()
                }
                StmtKind::If { then, els, .. } => [Some(*then), *els].into_iter().flatten().collect(),
                StmtKind::Switch { body, .. }
                | StmtKind::Case { body, .. }
                | StmtKind::Default { body }
                | StmtKind::Label { body, .. } => vec![*body],
                StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::For { body, .. } => {
                    if with_loops {
                        vec![*body]
                    } else {
                        Vec::new()
                    }
                }
                StmtKind::Empty
                | StmtKind::Expr(_)
                | StmtKind::Goto(_)
                | StmtKind::GotoComputed(_)
                | StmtKind::Break
                | StmtKind::Continue
                | StmtKind::Return(_)
                | StmtKind::Asm(_)
                | StmtKind::Error => Vec::new(),
            };
            children.reverse();
            work.extend(children);
        }
        out
    }
}

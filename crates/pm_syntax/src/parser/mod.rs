//! Recursive descent over the tokens of one translation unit.
//!
//! A syntax error is reported where it is found and returned as [`Fail`]; the nearest block item, member, or file-scope
//! item drops what it was reading, skips to its end and goes on, so there is about one message a mistake. The tree's
//! height is bounded by [`MAX_DEPTH`]: `depth` counts the parser's own recursion, `heights` and `reach` what has been
//! built (chains such as `a+b+c` are deep trees although the parser only loops over them).

mod asm;
mod attr;
mod decl;
mod declarator;
mod expr;
mod init;
mod names;
mod primary;
mod record;
mod specs;
mod stmt;

#[cfg(test)]
mod tests;
mod verifier;

use crate::ast::{Ast, Expr, ExprId, ExprKind, MAX_DEPTH, Quals, Stmt, StmtId, StmtKind};
use crate::lexer::{Lexer, Splices};
use crate::token::{Token, TokenKind};
use names::{Name, Names};
use pm_base::{Diagnostic, Idx, IndexVec, Session, Span, Symbol};
use rustc_hash::FxHashSet;

/// A syntax error that has been reported; the caller leaves what it reads.
pub(crate) struct Fail;

pub(crate) type Parse<T> = Result<T, Fail>;

/// Types of gcc that are names like those of a typedef, not keywords: a program may use them for something else.
pub const PREDEFINED_TYPES: [&str; 2] = ["__float80", "__float128"];

/// How many tokens the parser may look ahead.
const LOOK_AHEAD: usize = 4;

/// Parses one preprocessed translation unit. Messages go to the session; what could be read is returned.
pub fn parse(session: &mut Session, name: &str, text: Vec<u8>) -> Ast {
    let Session { sources, interner, diags } = session;
    let Ok(base) = sources.add(name, text) else {
        let message = format!("{name}: all sources together are larger than 4 GiB");
        diags.push(Diagnostic::limit(Span::NONE, message));
        return Ast::default();
    };
    let source = sources.text(base);
    let (clean, splices) = match Splices::remove(source) {
        Some((clean, splices)) => (Some(clean), splices),
        None => (None, Splices::default()),
    };
    let lexer = Lexer::new((source, base), clean.as_deref(), &splices, interner, diags);
    let mut parser = Parser::new(lexer, source.len());
    parser.translation_unit();
    parser.take_pragmas();
    parser.ast.text = base..base.saturating_add(source.len() as u32);
    parser.ast
}

pub(crate) struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The current token, and those read ahead of it.
    tok: Token,
    ahead: [Token; LOOK_AHEAD],
    ahead_len: usize,
    /// End of the last token that was consumed.
    prev_hi: u32,
    ast: Ast,
    names: Names,
    /// Names reported as unknown types: each is reported once and then taken as `int`.
    unknown_types: FxHashSet<Symbol>,
    /// Recursion of the parser.
    depth: u32,
    /// Height of each expression's tree.
    heights: Vec<u16>,
    /// Height of the highest tree finished since the construct that is being read began.
    reach: u32,
    /// Pointers of the declarators being read, innermost last.
    pointers: Vec<Quals>,
    /// After a limit was met or there were too many errors: nothing more is reported, the input is at its end.
    stopped: bool,
    /// Where the last error was, and the current token at that time.
    last_error: u32,
    last_error_token: u32,
}

/// What a recovery point restores.
#[derive(Clone, Copy)]
struct Mark {
    depth: u32,
    scopes: usize,
    pointers: usize,
}

impl<'a> Parser<'a> {
    /// `bytes` of source, from which the size of the arenas is guessed.
    fn new(mut lexer: Lexer<'a>, bytes: usize) -> Self {
        let tok = lexer.next();
        let (exprs, stmts) = (bytes / 24, bytes / 80);
        let ast =
            Ast { exprs: IndexVec::with_capacity(exprs), stmts: IndexVec::with_capacity(stmts), ..Ast::default() };
        let mut names = Names::default();
        for name in PREDEFINED_TYPES.into_iter().chain(verifier::TYPES) {
            names.declare(lexer.interner.intern(name), Name::Typedef);
        }
        Parser {
            lexer,
            tok,
            ahead: [tok; LOOK_AHEAD],
            ahead_len: 0,
            prev_hi: tok.lo,
            ast,
            names,
            unknown_types: FxHashSet::default(),
            depth: 0,
            heights: Vec::with_capacity(exprs),
            reach: 0,
            pointers: Vec::new(),
            stopped: false,
            last_error: 0,
            last_error_token: 0,
        }
    }

    /// What holds for the unit as a whole.
    fn take_pragmas(&mut self) {
        self.ast.switches = std::mem::take(&mut self.lexer.pragmas.switches);
        for (name, target, span) in std::mem::take(&mut self.lexer.pragmas.weak) {
            let mut intern = |name: &[u8]| self.lexer.interner.intern(&String::from_utf8_lossy(name));
            let weak = (intern(&name), target.map(|t| intern(&t)), span);
            self.ast.weak.push(weak);
        }
    }

    // ---- tokens --------------------------------------------------------------------------------------------------

    fn bump(&mut self) -> Token {
        let token = self.tok;
        self.prev_hi = token.hi;
        if self.ahead_len == 0 {
            self.tok = self.lexer.next();
        } else {
            self.tok = self.ahead[0];
            self.ahead_len -= 1;
            // Nearly always there is one token ahead, and nothing to move.
            for i in 0..self.ahead_len {
                self.ahead[i] = self.ahead[i + 1];
            }
        }
        token
    }

    /// The `n`-th token after the current one, 1 to [`LOOK_AHEAD`].
    fn peek(&mut self, n: usize) -> Token {
        while self.ahead_len < n {
            self.ahead[self.ahead_len] = self.lexer.next();
            self.ahead_len += 1;
        }
        self.ahead[n - 1]
    }

    fn kind(&self) -> TokenKind {
        self.tok.kind
    }

    fn at(&self, kind: TokenKind) -> bool {
        self.tok.kind == kind
    }

    fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    /// From `lo` to the end of the last token.
    fn span_from(&self, lo: u32) -> Span {
        Span::new(lo, self.prev_hi.max(lo))
    }

    // ---- errors --------------------------------------------------------------------------------------------------

    /// Reports an error, unless one was reported at the same place, or since the last token: that one led to this.
    fn fail(&mut self, diagnostic: Diagnostic) -> Fail {
        let broken = self.lexer.broken_end.is_some_and(|end| end == self.prev_hi || end == self.tok.hi);
        let followed = self.last_error == diagnostic.span.lo || self.last_error_token == self.tok.lo;
        if !self.stopped && !broken && !followed {
            self.last_error = diagnostic.span.lo;
            self.last_error_token = self.tok.lo;
            self.lexer.error(diagnostic);
            if self.lexer.diags.is_full() {
                self.stop();
            }
        }
        Fail
    }

    fn error_here(&mut self, message: impl Into<String>) -> Fail {
        let span = self.tok.span();
        self.fail(Diagnostic::error(span, message))
    }

    /// Ends the input here.
    fn stop(&mut self) {
        self.stopped = true;
        self.lexer.stop();
        self.ahead_len = 0;
        self.tok = self.lexer.next();
    }

    /// The current token as messages show it.
    fn found(&self) -> String {
        if self.at(TokenKind::Eof) {
            return "the end of the file".into();
        }
        let text = self.lexer.spelling(self.tok.span());
        let shown: String = String::from_utf8_lossy(&text[..text.len().min(120)]).chars().take(40).collect();
        let dots = if text.len() > shown.len() { "..." } else { "" };
        format!("'{shown}{dots}'")
    }

    /// Consumes a token that must be here; `what` names it with its context, e.g. `')' after the condition`.
    fn expect(&mut self, kind: TokenKind, what: &str) -> Parse<Token> {
        if self.at(kind) {
            return Ok(self.bump());
        }
        let found = self.found();
        Err(self.error_here(format!("expected {what}, found {found}")))
    }

    /// Consumes the `;` that ends something. Where it is missing, the message points behind the last token, and what
    /// is left of the line is skipped unless something new starts here.
    fn expect_semi(&mut self, after: &str) {
        if self.eat(TokenKind::Semi) {
            return;
        }
        let at = Span::new(self.prev_hi, self.prev_hi);
        let found = self.found();
        self.fail(Diagnostic::error(at, format!("expected ';' after {after}, before {found}")));
        let kind = self.tok.kind;
        let starts_something = kind.starts_statement() || kind.starts_specifiers();
        if starts_something || matches!(kind, TokenKind::RBrace | TokenKind::RParen) {
            return;
        }
        self.skip_statement();
    }

    /// Skips to behind the next `;` or behind a whole `{…}`, or to a `}` that closes something opened before.
    fn skip_statement(&mut self) {
        let mut open = 0u32;
        loop {
            match self.kind() {
                TokenKind::Eof => return,
                TokenKind::Semi if open == 0 => {
                    self.bump();
                    return;
                }
                TokenKind::LBrace => open += 1,
                TokenKind::RBrace => {
                    if open == 0 {
                        return;
                    }
                    open -= 1;
                    if open == 0 {
                        self.bump();
                        return;
                    }
                }
                _ => {}
            }
            self.bump();
        }
    }

    /// After an error inside parentheses: skips to behind the closing one. False where a brace comes first.
    fn skip_parens(&mut self) -> bool {
        let mut open = 0u32;
        loop {
            match self.kind() {
                TokenKind::Eof | TokenKind::LBrace | TokenKind::RBrace => return false,
                TokenKind::LParen => open += 1,
                TokenKind::RParen if open == 0 => {
                    self.bump();
                    return true;
                }
                TokenKind::RParen => open -= 1,
                _ => {}
            }
            self.bump();
        }
    }

    fn mark(&self) -> Mark {
        Mark { depth: self.depth, scopes: self.names.scopes(), pointers: self.pointers.len() }
    }

    fn reset(&mut self, mark: Mark) {
        self.depth = mark.depth;
        self.names.pop_to(mark.scopes);
        self.pointers.truncate(mark.pointers);
    }

    // ---- depth ---------------------------------------------------------------------------------------------------

    /// Begins a recursive construct; [`Parser::leave`] ends it.
    fn enter(&mut self) -> Parse<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(self.too_deep()) } else { Ok(()) }
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    fn too_deep(&mut self) -> Fail {
        let span = self.tok.span();
        let message = format!("the program is nested too deeply: more than {MAX_DEPTH} levels");
        let hint = "long chains such as a+b+c+... or else-if count as nesting, too";
        let fail = self.fail(Diagnostic::limit(span, message).hint(hint));
        if !self.stopped {
            self.stop();
        }
        fail
    }

    /// Begins a construct that is no expression; [`Parser::close`] takes the result.
    fn open(&mut self) -> u32 {
        std::mem::take(&mut self.reach)
    }

    /// Ends the construct: its height is that of its highest part and `levels`.
    fn close(&mut self, opened: u32, levels: usize) -> Parse<u32> {
        let height = self.reach.saturating_add(levels.min(u32::MAX as usize) as u32);
        self.reach = opened.max(height);
        if height > MAX_DEPTH { Err(self.too_deep()) } else { Ok(height) }
    }

    fn height(&self, e: ExprId) -> u32 {
        self.heights[e.index()] as u32
    }

    /// Makes an expression whose highest part has the height `below`.
    fn expr_over(&mut self, below: u32, kind: ExprKind, span: Span) -> Parse<ExprId> {
        if below >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.heights.push(below as u16 + 1);
        Ok(self.ast.exprs.push(Expr { kind, span }))
    }

    fn leaf(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.heights.push(1);
        self.ast.exprs.push(Expr { kind, span })
    }

    fn stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.ast.stmts.push(Stmt { kind, span })
    }
}

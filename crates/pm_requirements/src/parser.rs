//! Reads a requirements file.
//!
//! ```text
//! file     = { "at" place ";" | "req" NAME ":" [ scope "," ] pattern ";" }
//! place    = "end" "of" "loop" FUNCTION "." ( NUMBER | LABEL ) | "return" "of" FUNCTION
//! scope    = "globally" | "before" E | "after" E [ "until" E ] | "between" E "and" E
//! pattern  = "never" E | "always" E | "eventually" E [ "within" N "cycles" ] | E "precedes" E | E "lasts" N "cycles"
//!          | "whenever" E "then" E [ "within" N "cycles" | "for" N "cycles" | "until" E ] | "whenever" E "then" "eventually" E
//! ```
//!
//! E is a C expression up to the word, comma or semicolon that ends it; within brackets words and commas are C's. What the expression means is left
//! to C's own front end; here only what can change the state is refused early, and `previous`, `rising`, `falling` and `\result` are taken out.

use crate::language::*;
use crate::lexer::{Kind, Token, tokens};
use pm_base::{Diagnostic, Session, Span, visible};
use rustc_hash::FxHashMap;

/// Longer than any requirement has to wait; counters of observers have room for it.
const MOST_CYCLES: u32 = 1_000_000;
/// Brackets and operands of `previous` in each other.
const DEEPEST: usize = 200;
/// Of a requirement's text in reports.
const LONGEST_TEXT: usize = 160;

/// Messages go to the session.
pub fn parse(session: &mut Session, name: &str, text: Vec<u8>) -> Requirements {
    let mut out = Requirements { file: visible(name).into_owned(), ..Requirements::default() };
    let Ok(base) = session.sources.add(name, text.clone()) else {
        session
            .diags
            .push(Diagnostic::limit(Span::NONE, format!("{name}: all sources together are larger than 4 GiB")));
        return out;
    };
    if out.file.contains(['"', '\\']) {
        session.diags.push(Diagnostic::error(
            Span::NONE,
            format!("{}: a name with quotes or backslashes cannot be used here", out.file),
        ));
        return out;
    }
    let tokens = tokens(session, base, &text);
    (out.base, out.text) = (base, without_comments(&text, base, &tokens));
    let mut parser =
        Parser { session, text: &text, base, tokens, at: 0, depth: 0, names: FxHashMap::default(), out: &mut out };
    parser.file();
    if out.list.is_empty() && !session.diags.has_errors() {
        session.diags.push(Diagnostic::error(Span::new(base, base), "there is no requirement in this file"));
    }
    out
}

/// Reported.
struct Fail;

type Parse<T> = Result<T, Fail>;

struct Parser<'a> {
    session: &'a mut Session,
    text: &'a [u8],
    base: u32,
    /// The last one is the end.
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    names: FxHashMap<String, Span>,
    out: &'a mut Requirements,
}

impl<'a> Parser<'a> {
    fn file(&mut self) {
        while self.token().kind != Kind::End && !self.session.diags.is_full() {
            if self.item().is_err() {
                self.skip();
            }
        }
    }

    fn item(&mut self) -> Parse<()> {
        if self.eat("at") {
            return self.place();
        }
        if self.eat("req") {
            return self.requirement();
        }
        self.error("expected `req NAME: …;` or `at end of loop FUNCTION.NUMBER;`")
    }

    /// Behind the next semicolon.
    fn skip(&mut self) {
        while self.token().kind != Kind::End && !self.is(";") {
            self.at += 1;
        }
        self.eat(";");
        self.depth = 0;
    }

    // ---- places -----------------------------------------------------------------------------------------------------

    fn place(&mut self) -> Parse<()> {
        let from = self.token().span;
        let (kind, function) = if self.eat("return") {
            self.expect("of")?;
            (PlaceKind::Return, self.name("the name of a function")?)
        } else {
            for word in ["end", "of", "loop"] {
                self.expect(word)?;
            }
            let function = self.name("the loop, as `main.0`")?;
            (self.loop_name()?, function)
        };
        let span = from.to(self.tokens[self.at - 1].span);
        self.expect(";")?;
        self.out.places.push(Place { kind, function, span });
        Ok(())
    }

    /// `.0` is a number for the lexer.
    fn loop_name(&mut self) -> Parse<PlaceKind> {
        if self.token().kind == Kind::Number {
            let digits = self.slice(self.token().span).strip_prefix('.').and_then(|d| d.parse().ok());
            let Some(number) = digits else { return self.error("expected the loop's number, as in `main.0`") };
            self.at += 1;
            return Ok(PlaceKind::Loop(number));
        }
        self.expect(".")?;
        Ok(PlaceKind::Label(self.name("the loop's number or label")?))
    }

    // ---- requirements -----------------------------------------------------------------------------------------------

    fn requirement(&mut self) -> Parse<()> {
        let span = self.token().span;
        let name = self.name("the requirement's name")?;
        if let Some(first) = self.names.insert(name.clone(), span) {
            let d =
                Diagnostic::error(span, format!("there are two requirements `{name}`")).note(first, "the other one");
            self.session.diags.push(d);
        }
        let Some(place) = self.out.places.len().checked_sub(1) else {
            let d = Diagnostic::error(span, "where do cycles end?");
            self.session
                .diags
                .push(d.hint("write `at end of loop main.0;` or `at return of step;` before the first requirement"));
            return Err(Fail);
        };
        self.expect(":")?;
        let from = self.token().span;
        let scope = self.scope()?;
        let pattern = self.pattern()?;
        let whole = from.to(self.tokens[self.at - 1].span);
        self.decidable(scope, pattern, whole)?;
        self.expect(";")?;
        let text = self.session.sources.snippet(whole, LONGEST_TEXT);
        self.out.list.push(Requirement { name, place, scope, pattern, span, text });
        Ok(())
    }

    fn scope(&mut self) -> Parse<Scope> {
        let scope = if self.eat("globally") {
            Scope::Globally
        } else if self.eat("before") {
            Scope::Before(self.expr(&[","])?)
        } else if self.eat("after") {
            let from = self.expr(&[",", "until"])?;
            if self.eat("until") { Scope::AfterUntil(from, self.expr(&[","])?) } else { Scope::After(from) }
        } else if self.eat("between") {
            let from = self.expr(&["and"])?;
            self.expect("and")?;
            Scope::Between(from, self.expr(&[","])?)
        } else {
            return Ok(Scope::Globally);
        };
        self.expect(",")?;
        Ok(scope)
    }

    fn pattern(&mut self) -> Parse<Pattern> {
        if self.eat("never") {
            return Ok(Pattern::Never(self.expr(&[";"])?));
        }
        if self.eat("always") {
            return Ok(Pattern::Always(self.expr(&[";"])?));
        }
        if self.eat("eventually") {
            let p = self.expr(&["within", ";"])?;
            return Ok(Pattern::Eventually(p, self.within()?));
        }
        if self.eat("whenever") {
            return self.whenever();
        }
        let p = self.expr(&["precedes", "lasts"])?;
        if self.eat("precedes") {
            return Ok(Pattern::Precedes(p, self.expr(&[";"])?));
        }
        self.expect("lasts")?;
        let rises = self.rising(p);
        Ok(Pattern::Holds(rises, p, self.cycles(1)?))
    }

    fn whenever(&mut self) -> Parse<Pattern> {
        let p = self.expr(&["then"])?;
        self.expect("then")?;
        if self.eat("eventually") {
            let q = self.expr(&["within", ";"])?;
            return Ok(Pattern::Responds(p, q, self.within()?));
        }
        let q = self.expr(&["within", "for", "until", ";"])?;
        if self.eat("for") {
            return Ok(Pattern::Holds(p, q, self.cycles(1)?));
        }
        if self.eat("until") {
            return Ok(Pattern::Until(p, q, self.expr(&[";"])?));
        }
        Ok(Pattern::Responds(p, q, Some(self.within()?.unwrap_or(0))))
    }

    fn within(&mut self) -> Parse<Option<u32>> {
        if self.eat("within") { self.cycles(0).map(Some) } else { Ok(None) }
    }

    fn cycles(&mut self, least: u32) -> Parse<u32> {
        let number = self.slice(self.token().span).parse::<u32>().ok();
        let Some(number) = number.filter(|n| (least..=MOST_CYCLES).contains(n)) else {
            return self.error(&format!("expected a number of cycles, from {least} to {MOST_CYCLES}"));
        };
        self.at += 1;
        if !self.eat("cycle") {
            self.expect("cycles")?;
        }
        Ok(number)
    }

    /// `rising(p)` of an expression that is there already.
    fn rising(&mut self, p: ExprNo) -> ExprNo {
        let span = self.out.exprs[p].span;
        let parts = vec![Part::Memory(Memory { op: MemoryOp::Rising, arg: p, span })];
        self.out.exprs.push(Expression { span, parts });
        self.out.exprs.len() - 1
    }

    /// Nothing that an execution has done so far refutes that something happens eventually: what is asked for has to end.
    fn decidable(&mut self, scope: Scope, pattern: Pattern, span: Span) -> Parse<()> {
        if !matches!(pattern, Pattern::Eventually(_, None) | Pattern::Responds(_, _, None)) || scope.waits() {
            return Ok(());
        }
        let d = Diagnostic::unsupported(span, "`eventually` without a bound: no execution that goes on refutes it");
        let hint = "give a bound, `eventually E within N cycles`, or a scope whose end decides it, `before E` or `between E and E`";
        self.session.diags.push(d.hint(hint));
        Err(Fail)
    }

    // ---- expressions ------------------------------------------------------------------------------------------------

    /// Up to one of these words or signs, outside of brackets.
    fn expr(&mut self, ends: &[&str]) -> Parse<ExprNo> {
        let from = self.at;
        let mut open: Vec<(&str, Span)> = Vec::new();
        let mut parts = Vec::new();
        let mut text = self.token().span.lo;
        loop {
            let token = self.token();
            if open.is_empty() && ends.iter().any(|e| self.is(e)) {
                break;
            }
            if token.kind == Kind::End || self.is(";") {
                return match open.last() {
                    Some((_, span)) => self.error_at(*span, "this bracket is not closed"),
                    None => self.error(&format!("expected {}", listed(ends))),
                };
            }
            self.allowed(token)?;
            self.bracket(token, &mut open)?;
            if let Some(part) = self.special()? {
                let span = part_span(&part);
                parts.push(Part::Text(Span::new(text, span.lo)));
                text = span.hi;
                parts.push(part);
            } else {
                self.at += 1;
            }
        }
        if self.at == from {
            return self.error("expected a C expression");
        }
        let end = self.tokens[self.at - 1].span.hi;
        parts.push(Part::Text(Span::new(text, end)));
        let span = self.tokens[from].span.to(self.tokens[self.at - 1].span);
        self.out.exprs.push(Expression { span, parts });
        Ok(self.out.exprs.len() - 1)
    }

    fn bracket(&mut self, token: Token, open: &mut Vec<(&str, Span)>) -> Parse<()> {
        let closing = match self.slice(token.span) {
            "(" => ")",
            "[" => "]",
            closing @ (")" | "]") => {
                return match open.pop() {
                    Some((expected, _)) if expected == closing => Ok(()),
                    _ => self.error("this bracket was not opened"),
                };
            }
            _ => return Ok(()),
        };
        if open.len() + self.depth >= DEEPEST {
            return self.error("too many brackets in each other");
        }
        open.push((closing, token.span));
        Ok(())
    }

    /// `previous(e)` and its like, and `\result`.
    fn special(&mut self) -> Parse<Option<Part>> {
        let token = self.token();
        if self.is("\\") {
            let next =
                self.tokens.get(self.at + 1).filter(|t| self.slice(t.span) == "result" && t.span.lo == token.span.hi);
            let Some(next) = next else { return self.error("expected `\\result`") };
            let span = token.span.to(next.span);
            let place = self.out.places.last();
            if place.is_none_or(|p| p.kind != PlaceKind::Return) {
                return self.error_at(span, "`\\result` is for requirements at the return of a function");
            }
            self.at += 2;
            return Ok(Some(Part::Result(span)));
        }
        let is_call = self.tokens.get(self.at + 1).is_some_and(|t| self.slice(t.span) == "(");
        let op = MemoryOp::named(self.slice(token.span).as_bytes()).filter(|_| is_call && token.kind == Kind::Name);
        let Some(op) = op else { return Ok(None) };
        self.depth += 1;
        if self.depth >= DEEPEST {
            return self.error("too many brackets in each other");
        }
        self.at += 2;
        let arg = self.expr(&[")"])?;
        let span = token.span.to(self.token().span);
        self.expect(")")?;
        self.depth -= 1;
        Ok(Some(Part::Memory(Memory { op, arg, span })))
    }

    /// What no expression without side effects has.
    fn allowed(&mut self, token: Token) -> Parse<()> {
        let text = self.slice(token.span);
        let assigns = text.ends_with('=') && !matches!(text, "==" | "!=" | "<=" | ">=") || matches!(text, "++" | "--");
        if token.kind == Kind::Punct && assigns {
            let d = Diagnostic::error(token.span, "a requirement changes nothing, it only looks");
            let d = if text == "=" { d.hint("to compare, write `==`") } else { d };
            self.session.diags.push(d);
            return Err(Fail);
        }
        if text.starts_with("__pm_") {
            return self.error("names that begin with `__pm_` are Proofmark's own");
        }
        if matches!(text, "{" | "}" | "<%" | "%>" | "<:" | ":>" | "%:" | "??") {
            return self.error("a requirement is made of expressions, not of statements");
        }
        Ok(())
    }

    // ---- tokens -----------------------------------------------------------------------------------------------------

    fn token(&self) -> Token {
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    /// Literals need not be text.
    fn slice(&self, span: Span) -> &'a str {
        let (lo, hi) = ((span.lo - self.base) as usize, (span.hi - self.base) as usize);
        self.text.get(lo..hi).and_then(|t| std::str::from_utf8(t).ok()).unwrap_or("")
    }

    fn is(&self, text: &str) -> bool {
        self.token().kind != Kind::End && self.slice(self.token().span) == text
    }

    fn eat(&mut self, text: &str) -> bool {
        let is = self.is(text);
        self.at += usize::from(is);
        is
    }

    fn expect(&mut self, text: &str) -> Parse<()> {
        if self.eat(text) { Ok(()) } else { self.error(&format!("expected {}", listed(&[text]))) }
    }

    fn name(&mut self, what: &str) -> Parse<String> {
        let token = self.token();
        if token.kind != Kind::Name {
            return self.error(&format!("expected {what}"));
        }
        self.at += 1;
        Ok(self.slice(token.span).to_string())
    }

    fn error<T>(&mut self, message: &str) -> Parse<T> {
        self.error_at(self.token().span, message)
    }

    fn error_at<T>(&mut self, span: Span, message: &str) -> Parse<T> {
        self.session.diags.push(Diagnostic::error(span, message));
        Err(Fail)
    }
}

fn part_span(part: &Part) -> Span {
    match part {
        Part::Text(span) | Part::Result(span) => *span,
        Part::Memory(m) => m.span,
    }
}

fn listed(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|w| format!("`{w}`")).collect();
    quoted.join(" or ")
}

/// The text with blanks in place of all that is between tokens, comments above all.
fn without_comments(text: &[u8], base: u32, tokens: &[Token]) -> Vec<u8> {
    let mut out: Vec<u8> = text.iter().map(|c| if *c == b'\n' { b'\n' } else { b' ' }).collect();
    for token in tokens {
        let range = (token.span.lo - base) as usize..(token.span.hi - base) as usize;
        out[range.clone()].copy_from_slice(&text[range]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Requirements, String) {
        let mut session = Session::new();
        let read = parse(&mut session, "t.req", text.as_bytes().to_vec());
        (read, session.diags.render(&session.sources))
    }

    #[test]
    fn patterns_and_scopes_are_told_apart() {
        let (read, said) = read(
            "at end of loop main.0; req a: never x; req b: after q until r, whenever p then s within 3 cycles; // comment\n\
             req c: between q and r, eventually previous(x) == x; req d: p lasts 2 cycles; req e: before r, p precedes f[a, b];",
        );
        assert_eq!(said, "");
        let kinds: Vec<String> = read.list.iter().map(|r| format!("{:?} {:?}", r.scope, r.pattern)).collect();
        assert_eq!(kinds[0], "Globally Never(0)");
        assert_eq!(kinds[1], "AfterUntil(1, 2) Responds(3, 4, Some(3))");
        assert!(kinds[2].starts_with("Between(5, 6) Eventually(") && kinds[2].ends_with(", None)"), "{}", kinds[2]);
        assert!(kinds[3].starts_with("Globally Holds("));
        assert!(kinds[4].starts_with("Before(") && kinds[4].contains("Precedes("));
    }

    #[test]
    fn any_text_is_read_or_refused() {
        const WORDS: &[&str] = &[
            "at",
            "end",
            "of",
            "loop",
            "main",
            ".0",
            "return",
            "req",
            "a",
            ":",
            ";",
            ",",
            "(",
            ")",
            "[",
            "]",
            "{",
            "never",
            "always",
            "whenever",
            "then",
            "within",
            "3",
            "cycles",
            "for",
            "until",
            "after",
            "before",
            "between",
            "and",
            "previous",
            "rising",
            "=",
            "==",
            "++",
            "\\",
            "\\result",
            "\"s",
            "'",
            "/*",
            "//",
            "\n",
            "#",
            "\u{e9}",
            "%:",
            "lasts",
            "precedes",
            "eventually",
            "x",
        ];
        let mut random = pm_base::Random::new(7);
        for _ in 0..20_000 {
            let count = random.below(25);
            let text: Vec<&str> = (0..count).map(|_| WORDS[random.below(WORDS.len() as u64) as usize]).collect();
            let (read, said) = read(&text.join(" "));
            assert!(!read.list.is_empty() || !said.is_empty(), "{text:?}");
        }
    }

    #[test]
    fn deep_nesting_is_refused() {
        let deep = "at end of loop main.0; req a: never ".to_string() + &"previous(".repeat(50_000) + ";";
        assert!(read(&deep).1.contains("too many brackets"));
        let deep = "at end of loop main.0; req a: never ".to_string() + &"(".repeat(50_000) + ";";
        assert!(read(&deep).1.contains("too many brackets"));
    }
}

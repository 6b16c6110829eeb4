//! The tokens of a requirements file: names, numbers, literals and punctuation as in C, as far as brackets, commas and words have to be found.

use pm_base::{Diagnostic, Session, Span};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Name,
    Number,
    /// A string or a character.
    Literal,
    /// An operator or a bracket, all of it.
    Punct,
    End,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub span: Span,
}

/// Operators that must not be taken apart: others are single characters.
const LONG: [&[u8]; 27] = [
    b"<<=", b">>=", b"++", b"--", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"==", b"!=", b"<=", b">=",
    b"&&", b"||", b"->", b"<<", b">>", b"<%", b"%>", b"<:", b":>", b"%:", b"??",
];

/// Splits the text that begins at this offset.
pub(crate) fn tokens(session: &mut Session, base: u32, text: &[u8]) -> Vec<Token> {
    let mut lexer = Lexer { text, at: 0, base };
    let mut out = Vec::new();
    loop {
        match lexer.next() {
            Ok(token) => {
                out.push(token);
                if token.kind == Kind::End {
                    return out;
                }
            }
            Err(d) => session.diags.push(d),
        }
    }
}

struct Lexer<'t> {
    text: &'t [u8],
    at: usize,
    base: u32,
}

impl Lexer<'_> {
    fn next(&mut self) -> Result<Token, Diagnostic> {
        self.skip_blanks()?;
        let from = self.at;
        let Some(&first) = self.text.get(from) else { return Ok(self.token(Kind::End, from)) };
        let dot_digit = first == b'.' && self.peek(1).is_some_and(|c| c.is_ascii_digit());
        let kind = if is_name_start(first) {
            self.skip_while(is_name);
            Kind::Name
        } else if first.is_ascii_digit() || dot_digit {
            self.number();
            Kind::Number
        } else if first == b'"' || first == b'\'' {
            self.literal(first)?;
            Kind::Literal
        } else if first.is_ascii_punctuation() && !matches!(first, b'#' | b'@' | b'$' | b'`') {
            let rest = &self.text[from..];
            self.at += LONG.iter().find(|op| rest.starts_with(op)).map_or(1, |op| op.len());
            Kind::Punct
        } else {
            self.skip_while(|c| !c.is_ascii_graphic() && !c.is_ascii_whitespace());
            self.at = self.at.max(from + 1);
            return Err(Diagnostic::error(self.span(from), "this character means nothing in requirements"));
        };
        Ok(self.token(kind, from))
    }

    fn skip_blanks(&mut self) -> Result<(), Diagnostic> {
        loop {
            self.skip_while(|c| c.is_ascii_whitespace());
            let from = self.at;
            if self.text[from..].starts_with(b"//") {
                self.skip_while(|c| c != b'\n');
            } else if self.text[from..].starts_with(b"/*") {
                let end = self.text[from + 2..].windows(2).position(|w| w == b"*/");
                self.at = end.map_or(self.text.len(), |n| from + 2 + n + 2);
                if end.is_none() {
                    let span = Span::new(self.base + from as u32, self.base + from as u32 + 2);
                    return Err(Diagnostic::error(span, "this comment has no end"));
                }
            } else {
                return Ok(());
            }
        }
    }

    /// As the preprocessor reads numbers: `1e-3f`, `0x10UL`.
    fn number(&mut self) {
        while let Some(c) = self.peek(0) {
            let signed = matches!(c, b'e' | b'E' | b'p' | b'P') && matches!(self.peek(1), Some(b'+' | b'-'));
            if !is_name(c) && c != b'.' {
                return;
            }
            self.at += 1 + usize::from(signed);
        }
    }

    fn literal(&mut self, quote: u8) -> Result<(), Diagnostic> {
        let from = self.at;
        self.at += 1;
        while let Some(c) = self.peek(0).filter(|c| *c != b'\n') {
            self.at = (self.at + if c == b'\\' { 2 } else { 1 }).min(self.text.len());
            if c == quote {
                return Ok(());
            }
        }
        Err(Diagnostic::error(self.span(from), "this literal has no end"))
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at + ahead).copied()
    }

    fn skip_while(&mut self, is: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&is) {
            self.at += 1;
        }
    }

    fn span(&self, from: usize) -> Span {
        Span::new(self.base + from as u32, self.base + self.at as u32)
    }

    fn token(&self, kind: Kind, from: usize) -> Token {
        Token { kind, span: self.span(from) }
    }
}

fn is_name_start(c: u8) -> bool {
    c.is_ascii_alphabetic() || c == b'_'
}

fn is_name(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_'
}

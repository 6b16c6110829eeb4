//! Bytes to tokens, one at a time (ISO C11 6.4), with the GNU additions: `$` in names, comments and line markers in
//! preprocessed text, pragmas. Literals are only delimited here; `literal` reads their values.
//!
//! Line splices are taken out before anything else sees the text: [`Splices`] keeps what is needed to map places back.

use crate::ast::StrPrefix;
use crate::pragma::{Complaint, Pragmas};
use crate::token::{KEYWORDS, Token, TokenKind};
use pm_base::{Diagnostic, Diagnostics, Interner, Span, Symbol};
use std::borrow::Cow;

pub struct Lexer<'a> {
    /// Without splices; the same as `source` where it has none.
    text: &'a [u8],
    source: &'a [u8],
    splices: &'a Splices,
    /// Address of the buffer's first byte in the source map.
    base: u32,
    pos: usize,
    /// Indexed by symbol; symbols beyond its end are no keywords.
    keywords: Vec<TokenKind>,
    pub pragmas: Pragmas,
    /// Where the last unterminated literal or comment ends: what the parser misses there has been told already.
    pub broken_end: Option<u32>,
    warnings: u32,
    pub interner: &'a mut Interner,
    pub diags: &'a mut Diagnostics,
}

/// How many warnings are kept a translation unit.
const MAX_WARNINGS: u32 = 50;

/// What a token that starts with some byte is.
#[derive(Clone, Copy, PartialEq)]
enum Class {
    Space,
    Word,
    Digit,
    Quote,
    Punct,
    /// Part of a UTF-8 sequence, or a backslash: a name perhaps.
    Extended,
    Stray,
}

const CLASS: [Class; 256] = class_table();
const WORD: [bool; 256] = word_table();

const fn class_table() -> [Class; 256] {
    let mut table = [Class::Stray; 256];
    let mut c = 0;
    while c < 256 {
        table[c] = match c as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => Class::Space,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => Class::Word,
            b'0'..=b'9' => Class::Digit,
            b'"' | b'\'' => Class::Quote,
            b'\\' | 0x80.. => Class::Extended,
            b'!' | b'#' | b'%' | b'&' | b'(' | b')' | b'*' | b'+' | b',' | b'-' | b'.' | b'/' | b':' | b';' | b'<'
            | b'=' | b'>' | b'?' | b'[' | b']' | b'^' | b'{' | b'|' | b'}' | b'~' => Class::Punct,
            _ => Class::Stray,
        };
        c += 1;
    }
    table
}

const fn word_table() -> [bool; 256] {
    let mut table = [false; 256];
    let mut c = 0;
    while c < 256 {
        table[c] = matches!(class_table()[c], Class::Word | Class::Digit);
        c += 1;
    }
    table
}

/// Places of `\`-newline pairs that were taken out of a text.
#[derive(Default)]
pub struct Splices {
    /// (position in the clean text, bytes removed up to there)
    removed: Vec<(u32, u32)>,
}

impl Splices {
    /// The text without splices; `None` where there are none.
    pub fn remove(source: &[u8]) -> Option<(Vec<u8>, Splices)> {
        let mut clean = Vec::new();
        let mut splices = Splices::default();
        let (mut copied, mut at) = (0, 0);
        while let Some(skip) = source[at..].iter().position(|&c| c == b'\\') {
            at += skip;
            match splice_len(&source[at..]) {
                0 => at += 1,
                len => {
                    clean.extend_from_slice(&source[copied..at]);
                    at += len;
                    copied = at;
                    splices.removed.push((clean.len() as u32, (at - clean.len()) as u32));
                }
            }
        }
        if splices.removed.is_empty() {
            return None;
        }
        clean.extend_from_slice(&source[copied..]);
        Some((clean, splices))
    }

    /// The position in the source of a byte of the clean text.
    fn original(&self, pos: usize) -> usize {
        let at = self.removed.partition_point(|r| r.0 as usize <= pos);
        pos + self.removed[..at].last().map_or(0, |r| r.1 as usize)
    }
}

/// Length of the `\`-newline at the start of `bytes` (gcc allows blanks between the two), or 0.
fn splice_len(bytes: &[u8]) -> usize {
    let blanks = bytes[1..].iter().take_while(|c| matches!(c, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)).count();
    if bytes.get(1 + blanks) == Some(&b'\n') { blanks + 2 } else { 0 }
}

impl<'a> Lexer<'a> {
    pub fn new(
        (source, base): (&'a [u8], u32),
        clean: Option<&'a [u8]>,
        splices: &'a Splices,
        interner: &'a mut Interner,
        diags: &'a mut Diagnostics,
    ) -> Self {
        let mut keywords = Vec::new();
        for &(spelling, kind) in KEYWORDS {
            let at = interner.intern(spelling).0 as usize;
            if at >= keywords.len() {
                keywords.resize(at + 1, TokenKind::Ident);
            }
            keywords[at] = kind;
        }
        let text = clean.unwrap_or(source);
        let pos = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let pragmas = Pragmas::default();
        Lexer { text, source, splices, base, pos, keywords, pragmas, broken_end: None, warnings: 0, interner, diags }
    }

    /// The next token; `Eof` for ever at the end.
    pub fn next(&mut self) -> Token {
        loop {
            let token = self.raw();
            if token.kind != TokenKind::KwPragma {
                return token;
            }
            self.pragma_operator(token);
        }
    }

    /// Makes every further token `Eof`.
    pub fn stop(&mut self) {
        self.pos = self.text.len();
    }

    /// The bytes of a token, splices removed.
    pub fn spelling(&self, span: Span) -> Cow<'a, [u8]> {
        let source = self.source;
        let bytes = source.get((span.lo - self.base) as usize..(span.hi - self.base) as usize).unwrap_or(&[]);
        if self.splices.removed.is_empty() {
            return Cow::Borrowed(bytes);
        }
        Splices::remove(bytes).map_or(Cow::Borrowed(bytes), |(clean, _)| Cow::Owned(clean))
    }

    pub fn error(&mut self, diagnostic: Diagnostic) {
        self.diags.push(diagnostic);
        if self.diags.is_full() {
            self.stop();
        }
    }

    /// Warns, up to [`MAX_WARNINGS`] times a translation unit.
    pub fn warn(&mut self, span: Span, message: &str) {
        self.warnings += 1;
        if self.warnings < MAX_WARNINGS {
            self.diags.push(Diagnostic::warning(span, message));
        } else if self.warnings == MAX_WARNINGS {
            let message = format!("{message} (further warnings about this file's syntax are not shown)");
            self.diags.push(Diagnostic::warning(span, message));
        }
    }

    fn raw(&mut self) -> Token {
        while let Some(&c) = self.text.get(self.pos) {
            let start = self.pos;
            match CLASS[c as usize] {
                Class::Space => self.pos += 1,
                Class::Word => return self.word(start),
                Class::Digit => return self.number(start),
                Class::Quote => return self.quoted(start, start, StrPrefix::None),
                Class::Punct => {
                    if let Some(token) = self.punctuator(start, c) {
                        return token;
                    }
                }
                Class::Extended => {
                    if let Some(token) = self.extended_word(start) {
                        return token;
                    }
                    self.stray(start);
                }
                Class::Stray => self.stray(start),
            }
        }
        let end = self.base + self.source.len() as u32;
        Token::new(TokenKind::Eof, end, end)
    }

    fn at(&self, pos: usize) -> u8 {
        self.text.get(pos).copied().unwrap_or(0)
    }

    fn span(&self, start: usize, end: usize) -> Span {
        if self.splices.removed.is_empty() {
            return Span::new(self.base + start as u32, self.base + end as u32);
        }
        let lo = self.splices.original(start);
        let hi = if end > start { self.splices.original(end - 1) + 1 } else { lo };
        Span::new(self.base + lo as u32, self.base + hi as u32)
    }

    fn token(&mut self, kind: TokenKind, start: usize, end: usize) -> Token {
        self.pos = end;
        let span = self.span(start, end);
        Token::new(kind, span.lo, span.hi)
    }

    // ---- names ---------------------------------------------------------------------------------------------------

    fn word(&mut self, start: usize) -> Token {
        let text = self.text;
        let len = text[start..].iter().position(|&c| !WORD[c as usize]).unwrap_or(text.len() - start);
        let end = start + len;
        match self.at(end) {
            b'"' | b'\'' => {
                if let Some(prefix) = literal_prefix(&text[start..end]) {
                    return self.quoted(start, end, prefix);
                }
            }
            b'\\' | 0x80.. => {
                if let Some(token) = self.extended_word(start) {
                    return token;
                }
            }
            _ => {}
        }
        let name = std::str::from_utf8(&text[start..end]).unwrap_or("");
        let symbol = self.interner.intern(name);
        self.name_token(symbol, start, end)
    }

    fn name_token(&mut self, symbol: Symbol, start: usize, end: usize) -> Token {
        self.pos = end;
        let kind = self.keywords.get(symbol.0 as usize).copied().unwrap_or(TokenKind::Ident);
        let span = self.span(start, end);
        Token::name(kind, symbol, span.lo, span.hi)
    }

    /// A name with UTF-8 or universal characters in it; `None` where there is no such name at `start`.
    fn extended_word(&mut self, start: usize) -> Option<Token> {
        let mut name = String::new();
        let mut end = start;
        while end < self.text.len() {
            let c = self.text[end];
            let (ch, len) = match c {
                b'\\' => universal_name(&self.text[end..]).filter(|(ch, _)| is_name_char(*ch)).unwrap_or(('\0', 0)),
                0x80.. => decode_utf8(&self.text[end..]).filter(|(ch, _)| is_name_char(*ch)).unwrap_or(('\0', 0)),
                _ if WORD[c as usize] => (c as char, 1),
                _ => ('\0', 0),
            };
            if len == 0 {
                break;
            }
            name.push(ch);
            end += len;
        }
        if end == start {
            return None;
        }
        let symbol = self.interner.intern(&name);
        Some(self.name_token(symbol, start, end))
    }

    // ---- literals ------------------------------------------------------------------------------------------------

    /// A preprocessing number (6.4.8), which may turn out to be no valid constant.
    fn number(&mut self, start: usize) -> Token {
        let mut end = start + 1;
        let mut float = self.text[start] == b'.';
        let hex = self.text[start] == b'0' && matches!(self.at(start + 1), b'x' | b'X');
        loop {
            match self.at(end) {
                b'0'..=b'9' => {}
                b'.' => float = true,
                c @ (b'e' | b'E' | b'p' | b'P') => {
                    float |= hex == matches!(c, b'p' | b'P');
                    if matches!(self.at(end + 1), b'+' | b'-') {
                        end += 1;
                    }
                }
                c if WORD[c as usize] => {}
                _ => break,
            }
            end += 1;
        }
        self.token(if float { TokenKind::Float } else { TokenKind::Int }, start, end)
    }

    fn quoted(&mut self, start: usize, quote_at: usize, prefix: StrPrefix) -> Token {
        let quote = self.text[quote_at];
        let mut end = quote_at + 1;
        loop {
            match self.text.get(end) {
                Some(b'\\') => end += 2,
                Some(&c) if c == quote => {
                    end += 1;
                    break;
                }
                Some(b'\n') | None => {
                    end = end.min(self.text.len());
                    let span = self.span(start, quote_at + 1);
                    let what = if quote == b'"' { "string literal" } else { "character constant" };
                    let quote = quote as char;
                    self.pos = end;
                    self.broken_end = Some(self.span(start, end).hi);
                    self.error(Diagnostic::error(span, format!("unterminated {what}: missing a closing {quote}")));
                    break;
                }
                Some(_) => end += 1,
            }
        }
        let kind = if quote == b'"' { TokenKind::Str } else { TokenKind::Char };
        self.pos = self.pos.max(end);
        let span = self.span(start, end);
        Token::quoted(kind, prefix, span.lo, span.hi)
    }

    // ---- punctuators, comments, directives -----------------------------------------------------------------------

    /// `None`: it was a comment, a directive or a stray `#`.
    fn punctuator(&mut self, start: usize, c: u8) -> Option<Token> {
        use TokenKind::*;
        let (c1, c2) = (self.at(start + 1), self.at(start + 2));
        let (kind, len) = match (c, c1) {
            (b'(', _) => (LParen, 1),
            (b')', _) => (RParen, 1),
            (b',', _) => (Comma, 1),
            (b';', _) => (Semi, 1),
            (b'[', _) => (LBracket, 1),
            (b']', _) => (RBracket, 1),
            (b'{', _) => (LBrace, 1),
            (b'}', _) => (RBrace, 1),
            (b'~', _) => (Tilde, 1),
            (b'?', _) => (Question, 1),
            (b':', b'>') => (RBracket, 2),
            (b':', _) => (Colon, 1),
            (b'.', b'0'..=b'9') => return Some(self.number(start)),
            (b'.', b'.') if c2 == b'.' => (Ellipsis, 3),
            (b'.', _) => (Dot, 1),
            (b'=', b'=') => (EqEq, 2),
            (b'=', _) => (Assign, 1),
            (b'-', b'>') => (Arrow, 2),
            (b'-', b'-') => (MinusMinus, 2),
            (b'-', b'=') => (MinusAssign, 2),
            (b'-', _) => (Minus, 1),
            (b'+', b'+') => (PlusPlus, 2),
            (b'+', b'=') => (PlusAssign, 2),
            (b'+', _) => (Plus, 1),
            (b'*', b'=') => (StarAssign, 2),
            (b'*', _) => (Star, 1),
            (b'&', b'&') => (AmpAmp, 2),
            (b'&', b'=') => (AmpAssign, 2),
            (b'&', _) => (Amp, 1),
            (b'|', b'|') => (PipePipe, 2),
            (b'|', b'=') => (PipeAssign, 2),
            (b'|', _) => (Pipe, 1),
            (b'^', b'=') => (CaretAssign, 2),
            (b'^', _) => (Caret, 1),
            (b'!', b'=') => (Ne, 2),
            (b'!', _) => (Bang, 1),
            (b'<', b'<') if c2 == b'=' => (ShlAssign, 3),
            (b'<', b'<') => (Shl, 2),
            (b'<', b'=') => (Le, 2),
            (b'<', b':') => (LBracket, 2),
            (b'<', b'%') => (LBrace, 2),
            (b'<', _) => (Lt, 1),
            (b'>', b'>') if c2 == b'=' => (ShrAssign, 3),
            (b'>', b'>') => (Shr, 2),
            (b'>', b'=') => (Ge, 2),
            (b'>', _) => (Gt, 1),
            (b'/', b'/') => {
                self.pos = self.line_end(start);
                return None;
            }
            (b'/', b'*') => {
                self.block_comment(start);
                return None;
            }
            (b'/', b'=') => (SlashAssign, 2),
            (b'/', _) => (Slash, 1),
            (b'%', b'>') => (RBrace, 2),
            (b'%', b':') => {
                self.hash(start, start + 2);
                return None;
            }
            (b'%', b'=') => (PercentAssign, 2),
            (b'%', _) => (Percent, 1),
            _ => {
                self.hash(start, start + 1);
                return None;
            }
        };
        Some(self.token(kind, start, start + len))
    }

    /// A carriage return ends a line, too, also without a line feed behind it: as in gcc.
    fn line_end(&self, from: usize) -> usize {
        self.text[from..].iter().position(|&c| matches!(c, b'\n' | b'\r')).map_or(self.text.len(), |len| from + len)
    }

    fn block_comment(&mut self, start: usize) {
        let body = &self.text[start + 2..];
        match body.windows(2).position(|w| w == b"*/") {
            Some(len) => self.pos = start + 2 + len + 2,
            None => {
                let span = self.span(start, start + 2);
                self.stop();
                self.broken_end = Some(self.base + self.source.len() as u32);
                self.error(Diagnostic::error(span, "unterminated comment: missing a closing */"));
            }
        }
    }

    /// A `#` (or `%:`): a directive where it is the first of its line.
    fn hash(&mut self, start: usize, after: usize) {
        let before = self.text[..start].iter().rev().find(|c| !matches!(c, b' ' | b'\t' | b'\r' | 0x0b | 0x0c));
        if before.is_some_and(|&c| c != b'\n') {
            self.stray(start);
            return;
        }
        let end = self.line_end(start);
        self.pos = end;
        let line = self.text[after..end].trim_ascii();
        let len = line.iter().position(|c| !c.is_ascii_alphabetic()).unwrap_or(line.len());
        match &line[..len] {
            b"pragma" => self.pragma(&line[len..], start, end),
            b"line" | b"ident" | b"sccs" | b"assert" | b"unassert" => {}
            b"" if line.first().is_none_or(u8::is_ascii_digit) => {}
            _ => {
                let name = String::from_utf8_lossy(&line[..len]).into_owned();
                let message = format!("preprocessing directive '#{name}' in preprocessed text");
                let hint = "give the file a name that ends in .c, so that the preprocessor runs first";
                self.error(Diagnostic::error(self.span(start, end), message).hint(hint));
            }
        }
    }

    fn pragma(&mut self, text: &[u8], start: usize, end: usize) {
        let span = self.span(start, end);
        self.read_pragma(text, span);
    }

    fn read_pragma(&mut self, text: &[u8], span: Span) {
        match self.pragmas.read(text, span) {
            Ok(()) => {}
            Err(Complaint::Warning(text)) => self.warn(span, text),
            Err(Complaint::Refused(text)) => self.error(Diagnostic::unsupported(span, text)),
        }
    }

    /// `_Pragma ( "text" )`: the same as `#pragma text`.
    fn pragma_operator(&mut self, operator: Token) {
        let (open, text, close) = (self.raw(), self.raw(), self.raw());
        let kinds = (open.kind, text.kind, close.kind);
        if kinds != (TokenKind::LParen, TokenKind::Str, TokenKind::RParen) {
            let message = "_Pragma takes one string literal in parentheses";
            self.error(Diagnostic::error(operator.span(), message));
            return;
        }
        let quoted = self.spelling(text.span());
        let inner = quoted.split(|&c| c == b'"').collect::<Vec<_>>();
        let bytes: Vec<u8> = match inner.as_slice() {
            [_, body @ .., _] => body.join(&b"\""[..]).into_iter().filter(|&c| c != b'\\').collect(),
            _ => Vec::new(),
        };
        let span = operator.span().to(close.span());
        self.read_pragma(&bytes, span);
    }

    /// One message for a run of bytes that start no token.
    fn stray(&mut self, start: usize) {
        let run = self.text[start..].iter().skip(1).take_while(|&&c| CLASS[c as usize] == Class::Stray || c >= 0x80);
        let end = start + 1 + run.count();
        self.pos = end;
        let span = self.span(start, end);
        let message = match self.text[start] {
            0 => "NUL byte in the source text: is this a text file?".to_string(),
            c @ 0x21..=0x7e => format!("stray '{}' in program", c as char),
            c => match decode_utf8(&self.text[start..]) {
                Some((ch, _)) if !ch.is_control() => format!("stray '{ch}' in program"),
                _ => format!("stray byte 0x{c:02x} in program: is this a text file?"),
            },
        };
        self.error(Diagnostic::error(span, message));
    }
}

fn literal_prefix(word: &[u8]) -> Option<StrPrefix> {
    match word {
        b"L" => Some(StrPrefix::Wide),
        b"u8" => Some(StrPrefix::Utf8),
        b"u" => Some(StrPrefix::Utf16),
        b"U" => Some(StrPrefix::Utf32),
        _ => None,
    }
}

/// Which characters beyond ASCII may stand in names: close to Annex D without its table.
fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || (!c.is_ascii() && !c.is_control() && !c.is_whitespace() && c as u32 > 0xa7)
}

/// The first character of valid UTF-8 and its length.
pub fn decode_utf8(bytes: &[u8]) -> Option<(char, usize)> {
    let len = match bytes.first()? {
        0..=0x7f => 1,
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return None,
    };
    let c = std::str::from_utf8(bytes.get(..len)?).ok()?.chars().next()?;
    Some((c, len))
}

/// `\uXXXX` or `\UXXXXXXXX` at the start of `bytes`, and its length.
pub fn universal_name(bytes: &[u8]) -> Option<(char, usize)> {
    let digits = match bytes.get(1)? {
        b'u' => 4,
        b'U' => 8,
        _ => return None,
    };
    let text = std::str::from_utf8(bytes.get(2..2 + digits)?).ok()?;
    if !text.bytes().all(|c| c.is_ascii_hexdigit()) {
        return None;
    }
    Some((char::from_u32(u32::from_str_radix(text, 16).ok()?)?, 2 + digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens' spellings, and how many messages there were.
    fn lex(text: &str) -> (Vec<String>, usize) {
        let (mut interner, mut diags) = (Interner::new(), Diagnostics::default());
        let cleaned = Splices::remove(text.as_bytes());
        let (clean, splices) = match cleaned {
            Some((clean, splices)) => (Some(clean), splices),
            None => (None, Splices::default()),
        };
        let mut lexer = Lexer::new((text.as_bytes(), 1), clean.as_deref(), &splices, &mut interner, &mut diags);
        let mut out = Vec::new();
        loop {
            let token = lexer.next();
            if token.kind == TokenKind::Eof {
                break;
            }
            out.push(String::from_utf8_lossy(&lexer.spelling(token.span())).into_owned());
        }
        (out, diags.items.len())
    }

    fn tokens(text: &str) -> String {
        let (tokens, messages) = lex(text);
        assert_eq!(messages, 0, "{text}");
        tokens.join(" ")
    }

    #[test]
    fn punctuators_and_digraphs() {
        assert_eq!(tokens("a+++b->c...<<=>>=<:1:>%><%"), "a ++ + b -> c ... <<= >>= <: 1 :> %> <%");
        assert_eq!(tokens("x.5e+3-0x1p-3*1.e1..."), "x .5e+3 - 0x1p-3 * 1.e1...");
    }

    #[test]
    fn comments_markers_and_pragmas_vanish() {
        assert_eq!(tokens("a/* x */b// y\nc\n# 1 \"f.c\" 2\n#line 3\n #pragma once\n#ident \"x\"\nd"), "a b c d");
        assert_eq!(tokens("a _Pragma(\"pack(push, 1)\") b"), "a b");
    }

    #[test]
    fn splices_may_stand_anywhere() {
        assert_eq!(tokens("ab\\\ncd +\\\n+ \"x\\\r\ny\" /\\\n/ z \\\n z\nq"), "abcd ++ \"xy\" q");
    }

    #[test]
    fn names_beyond_ascii() {
        assert_eq!(tokens("$a é\\u00e9 L\"x\" u8\"y\" u'c' Lx"), "$a é\\u00e9 L\"x\" u8\"y\" u'c' Lx");
    }

    #[test]
    fn bad_text_is_told_once() {
        for text in
            ["/* x", "\"abc\n", "'a", "a @@@ b", "a \0\0\0 b", "a # b", "#include <x.h>\n", "\\ x", "_Pragma(1)"]
        {
            assert_eq!(lex(text).1, 1, "{text}");
        }
    }
}
